/// Runs an operation with changed dependencies.
///
/// ```swift
/// let model = withDependencies { $0.date.now = Date(timeIntervalSince1970: 0) } operation: { Model() }
/// ```
///
/// An object that `operation` returns keeps the dependencies for ``withDependencies(from:operation:)``.
///
/// - Parameters:
///   - update: Changes a copy of the current dependencies.
///   - operation: The work, which runs with the changed dependencies.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  let result = try DependencyValues.$taskLocal.withValue(values) {
    try RuntimeContext.with(values, operation)
  }
  ModelDependencies.record(values, of: result)
  return result
}

/// Runs an asynchronous operation, and the tasks it starts, with changed dependencies.
///
/// It runs on the caller's actor.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try await values.set(by: update)
  let result = try await DependencyValues.$taskLocal.withValue(values, operation: operation)
  ModelDependencies.record(values, of: result)
  return result
}

/// Passes the current dependencies to a closure that runs later in another context.
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Passes the current dependencies from an asynchronous operation to a closure that runs later in another context.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}
