import Synchronization

/// The shared values and dependency defaults of the process, or of one test, so that tests are isolated from each
/// other.
final class SharedScope: Sendable {
  let appStorage = InMemoryAppStorage()
  let inMemoryStorage = InMemoryStorage()
  let fileStorage = InMemoryFileStorage()
  /// The dependencies set by `prepareDependencies`.
  let prepared = Mutex(DependencyValues(.empty))
  /// The default values of dependencies that have been read.
  let defaults = DependencyDefaults()
  private let references = Mutex<[AnyKeyID: WeakReference]>([:])
  /// Held while a reference is created, so that two threads do not create the same one, each with its own default.
  /// Recursive, because a default or loading may use other shared values.
  private let creation = RecursiveLock()

  private struct WeakReference: Sendable {
    weak var reference: (any AnyObject & Sendable)?
  }

  /// Returns the reference for `key`, and creates it if no property has it.
  ///
  /// - Parameters:
  ///   - namedKey: The key for descriptions, `key` itself by default.
  ///   - initialValue: The value if storage has none.
  ///   - isLoaded: Whether `initialValue` comes from storage, or is about to be loaded.
  ///   - location: The location of the property, to report misuse by the key at.
  func reference<K: SharedReaderKey>(
    _ key: K, namedKey: (any SharedReaderKey)? = nil, initialValue: () -> K.Value,
    isLoaded: Bool = false, at location: IssueLocation
  ) -> KeyedReference<K> {
    let id = KeyID<K>(key.id)
    func known(_ references: [AnyKeyID: WeakReference]) -> KeyedReference<K>? {
      references[id]?.reference as? KeyedReference<K>
    }
    if let reference = references.withLock({ known($0) }) { return reference }
    return creation.withLock {
      // Another thread may have created it in the meantime.
      if let reference = references.withLock({ known($0) }) { return reference }
      let new = KeyedReference(
        key, namedKey: namedKey ?? key, initialValue: key._keptValue ?? initialValue(),
        isLoaded: isLoaded, location: location
      ) { [weak self] in self?.removeReleased(id) }
      references.withLock { $0[id] = WeakReference(reference: new) }
      return new
    }
  }

  private func removeReleased(_ id: AnyKeyID) {
    // A new reference may be stored here by now. It is released outside the lock, because its release may call this
    // function again.
    _ = references.withLock { references in
      let reference = references[id]?.reference
      if reference == nil { references[id] = nil }
      return reference
    }
  }

  /// The scope of the process.
  static let process = SharedScope()

  /// A function that returns the name of the running test.
  ///
  /// It is in a structure, because a lock converts a protected function at each access, and each conversion wraps
  /// the earlier one.
  private struct RunningTest: Sendable {
    var name: @Sendable () -> String?
  }

  private static let testScopes = Mutex<[String: SharedScope]>([:])
  private static let currentTest = Mutex<RunningTest?>(nil)
  /// Whether the test name has to be looked up, which costs more than reading this flag.
  private static let hasTests = Atomic<Bool>(false)

  /// The scope of the running test, or of the process outside tests.
  static var current: SharedScope {
    guard hasTests.load(ordering: .acquiring), let name = currentTest.withLock({ $0 })?.name()
    else {
      return process
    }
    return testScopes.withLock { scopes in
      if let scope = scopes[name] { return scope }
      let scope = SharedScope()
      scopes[name] = scope
      return scope
    }
  }

  /// Returns a value of the dependencies that the test has prepared, or of those prepared for the process.
  static func preparedDependencies<Value>(_ read: (DependencyValues) -> Value?) -> Value? {
    let scope = current
    if let value = read(scope.prepared.withLock { $0 }) { return value }
    return scope === process ? nil : read(process.prepared.withLock { $0 })
  }

  static func install(_ name: @escaping @Sendable () -> String?) {
    currentTest.withLock { $0 = RunningTest(name: name) }
    hasTests.store(true, ordering: .releasing)
  }
}

/// Gives each test its own scope of shared values.
///
/// - Parameter name: Returns the name of the running test, or `nil` outside tests.
package func installTestScopes(_ name: @escaping @Sendable () -> String?) {
  SharedScope.install(name)
}

// MARK: - Keys

/// The identity of a reference: the type of its key, and the key's ID. Not an `AnyHashable`, whose creation looks up two
/// conformances for each type, which a start would wait for.
// Unchecked: an ID is only compared and hashed, inside the lock of the dictionary.
private class AnyKeyID: Hashable, @unchecked Sendable {
  func isEqual(to other: AnyKeyID) -> Bool { self === other }
  func hash(into hasher: inout Hasher) {}

  static func == (one: AnyKeyID, other: AnyKeyID) -> Bool { one.isEqual(to: other) }
}

// Unchecked, like its superclass.
private final class KeyID<Key: SharedReaderKey>: AnyKeyID, @unchecked Sendable {
  private let id: Key.ID

  init(_ id: Key.ID) { self.id = id }

  override func isEqual(to other: AnyKeyID) -> Bool { (other as? Self)?.id == id }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(Key.self))
    hasher.combine(id)
  }
}
