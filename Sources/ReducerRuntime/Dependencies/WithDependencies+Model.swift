/// Runs `operation` with the dependencies with which `model` was created.
///
/// ```swift
/// withDependencies(from: self) { child = ChildModel() }
/// ```
///
/// They are found through its `@Dependency` properties. If it has none, the current dependencies apply.
///
/// - Complexity: O(number of properties of `model`), by reflection.
public func withDependencies<Model, Result>(
  from model: Model, operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> Result {
  try withDependencies(
    from: model, { _ in }, operation: operation,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Same as above, with an update of the dependencies.
public func withDependencies<Model, Result>(
  from model: Model, _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> Result {
  let values = DependencyValues.captured(by: model)
  if values == nil {
    reportIssue(
      "'\(Model.self)' has no '@Dependency' property to take dependencies from.",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
  return try withDependencies(
    {
      if let values { $0 = values.merging($0) }
      try update(&$0)
    }, operation: operation)
}

/// A property wrapper that stores the dependencies of the context in which it was created.
protocol DependencyCapture {
  var captured: DependencyValues { get }
}

extension DependencyValues {
  fileprivate static func captured(by model: Any) -> DependencyValues? {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let current = mirror {
      for child in current.children {
        if let capture = child.value as? any DependencyCapture { return capture.captured }
      }
      mirror = current.superclassMirror
    }
    return nil
  }
}
