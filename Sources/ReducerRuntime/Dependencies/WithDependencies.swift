/// Runs an operation with changed dependencies.
///
/// ```swift
/// let model = withDependencies { $0.date.now = Date(timeIntervalSince1970: 0) } operation: { Model() }
/// ```
///
/// - Parameters:
///   - update: Changes a copy of the current dependencies.
///   - operation: The work, which runs with the changed dependencies.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  return try DependencyValues.$taskLocal.withValue(values) {
    try RuntimeContext.with(values, operation)
  }
}

/// Runs an asynchronous operation, and the tasks it starts, with changed dependencies.
///
/// It runs on the caller's actor.
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  return try await DependencyValues.$taskLocal.withValue(values, operation: operation)
}

/// Passes the current dependencies to a closure that runs later in another context.
public func withEscapedDependencies<Result>(
  _ operation: (EscapedDependencies) throws -> Result
) rethrows -> Result {
  try operation(EscapedDependencies())
}

/// Same as above, for an asynchronous operation.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (EscapedDependencies) async throws -> Result
) async rethrows -> Result {
  try await operation(EscapedDependencies())
}

/// A snapshot of dependencies for a closure that outlives the context in which they were set.
public struct EscapedDependencies: Sendable {
  private let values = DependencyValues.current

  /// Runs `operation` with the dependencies of the snapshot.
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0 = $0.merging(values)
    } operation: {
      try operation()
    }
  }

  /// Same as above, for an asynchronous operation.
  public func yield<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await DependencyValues.$taskLocal.withValue(
      DependencyValues.current.merging(values), operation: operation)
  }
}
