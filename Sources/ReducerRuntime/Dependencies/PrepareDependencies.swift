import Synchronization

/// Sets the dependencies that the whole program begins with, in place of the keys' own defaults.
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = SettingsFile() }
/// ```
///
/// Call it first thing in `main`. `withDependencies`, a store's dependencies and a test's go before it.
public func prepareDependencies(_ update: (inout DependencyValues) throws -> Void) rethrows {
  var values = PreparedDependencies.values
  try update(&values)
  PreparedDependencies.values = values
}

/// What the program prepared.
enum PreparedDependencies {
  private static let prepared = Mutex(DependencyValues())

  static var values: DependencyValues {
    get { prepared.withLock { $0 } }
    set { prepared.withLock { $0 = newValue } }
  }
}
