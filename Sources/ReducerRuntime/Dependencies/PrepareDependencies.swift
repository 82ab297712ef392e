/// Sets the initial dependencies of the whole program, replacing the keys' own defaults.
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = SettingsFile() }
/// ```
///
/// Call it at the start of `main`. `withDependencies` and the dependencies of a store or test take precedence. In a
/// test it applies to that test only.
///
/// A dependency is prepared once, before its first use, because code that read it earlier may have kept the value.
/// Otherwise an issue is reported and the earlier value stays. A preview may prepare a dependency again.
///
/// - Returns: The result of `update`.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> Result {
  let scope = SharedScope.current
  let earlier = scope.prepared.withLock { $0 }
  var values = earlier
  let result = try values.set(by: update)
  let context = DependencyValues.current.context
  if context != .preview {
    let types = values.restore(from: earlier) { scope.defaults.hasValue(of: $0, in: context) }
    for type in types {
      reportIssue(
        """
        The dependency of type '\(type)' was already prepared or used, and keeps its value. Prepare it once, before \
        its first use, or override it with 'withDependencies'.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
  scope.prepared.withLock { [values] in $0 = values }
  return result
}
