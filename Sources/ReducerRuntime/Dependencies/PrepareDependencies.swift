/// Sets the initial dependencies of the whole program, replacing the keys' own defaults.
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = SettingsFile() }
/// ```
///
/// Call it at the start of `main`. `withDependencies` and the dependencies of a store or test take precedence. In a
/// test it applies to that test only.
///
/// - Returns: The result of `update`.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let scope = SharedScope.current
  var values = scope.prepared.withLock { $0 }
  let result = try values.set(by: update)
  scope.prepared.withLock { [values] in $0 = values }
  return result
}
