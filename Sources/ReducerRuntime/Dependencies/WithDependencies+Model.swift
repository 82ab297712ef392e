/// Runs `operation` with the dependencies with which `model` was created.
///
/// ```swift
/// withDependencies(from: self) { child = ChildModel() }
/// ```
///
/// They are found through its `@Dependency` properties. An object without any has those of the `withDependencies` that
/// returned it. Otherwise an issue is reported, and the current dependencies apply.
///
/// - Complexity: O(number of properties of `model`), by reflection.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> Result {
  try withDependencies(
    from: model, { _ in }, operation: operation,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs an operation with the dependencies of `model`, changed by `update`.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> Result {
  let values = ModelDependencies.find(
    for: model,
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return try withDependencies(
    {
      if let values { $0 = values.merging($0) }
      try update(&$0)
    }, operation: operation)
}

/// Runs an asynchronous operation on the caller's actor, with the dependencies of `model`.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async rethrows -> Result {
  try await withDependencies(
    from: model, { _ in }, operation: operation,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs an asynchronous operation with the dependencies of `model`, changed by `update`.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async rethrows -> Result {
  let values = ModelDependencies.find(
    for: model,
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return try await withDependencies(
    {
      if let values { $0 = values.merging($0) }
      try await update(&$0)
    }, operation: operation)
}
