import Synchronization

/// The shared values of the program, or of one test: no test sees what another left.
final class SharedScope: Sendable {
  let appStorage = InMemoryAppStorage()
  let fileStorage = InMemoryFileStorage()
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
    let made = SharedReference.stored(value, save: save)
    return references.withLock { references in
      // Somebody may have made it meanwhile.
      if let known = references[name] as? SharedReference<K.Value> { return known }
      references[name] = made
      return made
    }
  }

  private static let scopes = Mutex<[String: SharedScope]>([:])
  private static let identify = Mutex<(@Sendable () -> String?)?>(nil)

  /// That of the running test, else the program's.
  static var current: SharedScope {
    let name = identify.withLock { $0 }?() ?? ""
    return scopes.withLock { scopes in
      if let scope = scopes[name] { return scope }
      let scope = SharedScope()
      scopes[name] = scope
      return scope
    }
  }

  static func install(_ name: @escaping @Sendable () -> String?) {
    identify.withLock { $0 = name }
  }
}

/// Tells one test from another, so that each has shared values of its own.
///
/// - Parameter name: The running test's name, `nil` outside tests.
package func installTestScopes(_ name: @escaping @Sendable () -> String?) {
  SharedScope.install(name)
}
