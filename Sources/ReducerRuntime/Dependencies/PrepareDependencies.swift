/// Sets the dependencies that the whole program begins with, in place of the keys' own defaults.
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = SettingsFile() }
/// ```
///
/// Call it first thing in `main`. `withDependencies`, a store's dependencies and a test's go before it. In a test it
/// holds for that test alone.
public func prepareDependencies(_ update: (inout DependencyValues) throws -> Void) rethrows {
  let scope = SharedScope.current
  var values = scope.prepared.withLock { $0 }
  try values.set(by: update)
  scope.prepared.withLock { [values] in $0 = values }
}
