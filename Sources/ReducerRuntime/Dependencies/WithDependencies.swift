/// Changes the dependencies in force for one operation.
///
/// ```swift
/// let model = withDependencies { $0.date.now = Date(timeIntervalSince1970: 0) } operation: { Model() }
/// ```
///
/// - Parameters:
///   - update: Sets what should differ from the dependencies in force here.
///   - operation: Runs with the result.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  return try DependencyValues.$ofTask.withValue(values) {
    try RuntimeContext.with(values, operation)
  }
}

/// Changes the dependencies in force for one asynchronous operation and the tasks it starts.
///
/// It runs on the caller's actor.
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  return try await DependencyValues.$ofTask.withValue(values, operation: operation)
}

/// Carries the dependencies in force here into a closure that runs later, elsewhere.
public func withEscapedDependencies<Result>(
  _ operation: (EscapedDependencies) throws -> Result
) rethrows -> Result {
  try operation(EscapedDependencies())
}

/// As above, for an operation that waits.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (EscapedDependencies) async throws -> Result
) async rethrows -> Result {
  try await operation(EscapedDependencies())
}

/// Dependencies on their way into a closure that outlives the place that set them.
public struct EscapedDependencies: Sendable {
  private let values = DependencyValues.current

  /// Runs `operation` with the dependencies that were in force where this was made.
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0 = $0.merging(values)
    } operation: {
      try operation()
    }
  }

  /// As above, for an asynchronous operation.
  public func yield<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await DependencyValues.$ofTask.withValue(
      DependencyValues.current.merging(values), operation: operation)
  }
}
