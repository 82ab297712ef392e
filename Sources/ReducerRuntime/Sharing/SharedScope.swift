import Synchronization

/// The shared values and dependency defaults of the process, or of one test, so that tests are isolated from each
/// other.
final class SharedScope: Sendable {
  let appStorage = InMemoryAppStorage()
  let fileStorage = InMemoryFileStorage()
  /// The dependencies set by `prepareDependencies`.
  let prepared = Mutex(DependencyValues(.empty))
  /// The default values of dependencies that have been read.
  let defaults = DependencyDefaults()
  private let references = Mutex<[Key: any AnyObject & Sendable]>([:])

  private struct Key: Hashable {
    var type: ObjectIdentifier
    var id: String
  }

  /// Returns the reference for `key`, which is created at the first call.
  func reference<K: SharedReaderKey>(
    _ key: K, default defaultValue: () -> K.Value, save: (@Sendable (K.Value) -> Void)?
  ) -> SharedReference<K.Value> {
    let name = Key(type: ObjectIdentifier(K.Value.self), id: "\(K.self) \(key.id)")
    if let known = references.withLock({ $0[name] }) as? SharedReference<K.Value> { return known }
    let value = key.load() ?? defaultValue()
    let made = SharedReference.stored(value, load: { key.load() }, save: save)
    return references.withLock { references in
      // Another thread may have created it in the meantime.
      if let known = references[name] as? SharedReference<K.Value> { return known }
      references[name] = made
      return made
    }
  }

  /// The scope of the process.
  static let process = SharedScope()

  private static let testScopes = Mutex<[String: SharedScope]>([:])
  private static let currentTestName = Mutex<(@Sendable () -> String?)?>(nil)
  /// Whether the test name has to be looked up, which costs more than reading this flag.
  private static let hasTests = Atomic<Bool>(false)

  /// The scope of the running test, otherwise that of the process.
  static var current: SharedScope {
    guard hasTests.load(ordering: .acquiring), let name = currentTestName.withLock({ $0 })?() else {
      return process
    }
    return testScopes.withLock { scopes in
      if let scope = scopes[name] { return scope }
      let scope = SharedScope()
      scopes[name] = scope
      return scope
    }
  }

  /// Returns what `read` finds in the dependencies that the test prepared, otherwise in those of the process.
  static func preparedDependencies<Value>(_ read: (DependencyValues) -> Value?) -> Value? {
    let scope = current
    if let value = read(scope.prepared.withLock { $0 }) { return value }
    return scope === process ? nil : read(process.prepared.withLock { $0 })
  }

  static func install(_ name: @escaping @Sendable () -> String?) {
    currentTestName.withLock { $0 = name }
    hasTests.store(true, ordering: .releasing)
  }
}

/// Gives each test a scope of shared values of its own.
///
/// - Parameter name: Returns the name of the running test, or `nil` outside tests.
package func installTestScopes(_ name: @escaping @Sendable () -> String?) {
  SharedScope.install(name)
}
