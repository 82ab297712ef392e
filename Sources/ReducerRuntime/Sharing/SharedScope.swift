import Synchronization

/// What lasts as long as the program, or one test: shared values, and the defaults of dependencies. No test sees what
/// another left.
final class SharedScope: Sendable {
  let appStorage = InMemoryAppStorage()
  let fileStorage = InMemoryFileStorage()
  /// What `prepareDependencies` set.
  let prepared = Mutex(DependencyValues())
  /// The defaults of dependencies that somebody asked for.
  let defaults = Mutex<[DependencyDefaultID: any Sendable]>([:])
  private let references = Mutex<[Key: any AnyObject & Sendable]>([:])

  private struct Key: Hashable {
    var type: ObjectIdentifier
    var id: String
  }

  /// The value known as `key`, made where nobody asked for it before.
  func reference<K: SharedReaderKey>(
    _ key: K, default defaultValue: () -> K.Value, save: (@Sendable (K.Value) -> Void)?
  ) -> SharedReference<K.Value> {
    let name = Key(type: ObjectIdentifier(K.Value.self), id: "\(K.self) \(key.id)")
    if let known = references.withLock({ $0[name] }) as? SharedReference<K.Value> { return known }
    let value = key.load() ?? defaultValue()
    let made = SharedReference.stored(value, load: { key.load() }, save: save)
    return references.withLock { references in
      // Somebody may have made it meanwhile.
      if let known = references[name] as? SharedReference<K.Value> { return known }
      references[name] = made
      return made
    }
  }

  /// The program's own.
  static let ofProgram = SharedScope()

  private static let ofTests = Mutex<[String: SharedScope]>([:])
  private static let identify = Mutex<(@Sendable () -> String?)?>(nil)
  /// Whether there is a name to ask for, which costs less to read than the name.
  private static let hasTests = Atomic<Bool>(false)

  /// That of the running test, else the program's.
  static var current: SharedScope {
    guard hasTests.load(ordering: .acquiring), let name = identify.withLock({ $0 })?() else {
      return ofProgram
    }
    return ofTests.withLock { scopes in
      if let scope = scopes[name] { return scope }
      let scope = SharedScope()
      scopes[name] = scope
      return scope
    }
  }

  static func install(_ name: @escaping @Sendable () -> String?) {
    identify.withLock { $0 = name }
    hasTests.store(true, ordering: .releasing)
  }
}

/// Tells one test from another, so that each has shared values of its own.
///
/// - Parameter name: The running test's name, `nil` outside tests.
package func installTestScopes(_ name: @escaping @Sendable () -> String?) {
  SharedScope.install(name)
}
