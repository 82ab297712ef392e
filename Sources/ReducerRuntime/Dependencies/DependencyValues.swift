import Synchronization

/// The dependencies in force: a dictionary from keys to values, with defaults for what nobody set.
///
/// Extend it with a property for each dependency:
///
/// ```swift
/// extension DependencyValues {
///   var workouts: WorkoutsClient {
///     get { self[WorkoutsClient.self] }
///     set { self[WorkoutsClient.self] = newValue }
///   }
/// }
/// ```
public struct DependencyValues: Sendable {
  @TaskLocal static var ofTask = DependencyValues()

  /// Shared between copies and never changed while it is, so that "the same as before" is one comparison.
  private(set) var storage: Storage

  // Unchecked: a copy is made before a shared one is changed, and every value in it is `Sendable`.
  final class Storage: @unchecked Sendable {
    fileprivate var values: [ObjectIdentifier: any Sendable] = [:]
    fileprivate var context: DependencyContext?

    fileprivate static let empty = Storage()

    fileprivate func copy() -> Storage {
      let copy = Storage()
      (copy.values, copy.context) = (values, context)
      return copy
    }
  }

  public init() {
    storage = .empty
  }

  init(_ storage: Storage) {
    self.storage = storage
  }

  private mutating func change(_ change: (Storage) -> Void) {
    // The empty one is referenced by its static property as well, so it is never changed.
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    change(storage)
  }

  /// The dependencies in force here: those of the reducing store, else those of the task.
  static var current: DependencyValues {
    guard let storage = RuntimeContext.current?.dependencies else { return ofTask }
    return DependencyValues(storage.takeUnretainedValue())
  }

  /// Which default is taken for what nobody set.
  public var context: DependencyContext {
    get { storage.context ?? .ofProcess }
    set { change { $0.context = newValue } }
  }

  /// Whether nobody has set anything.
  private var isEmpty: Bool { storage.values.isEmpty && storage.context == nil }

  /// The value for `key`: the one that was set, else its default in this context.
  ///
  /// - Complexity: O(1).
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = storage.values[ObjectIdentifier(key)] as? Key.Value { return value }
      if let value = PreparedDependencies.values.storage.values[ObjectIdentifier(key)] as? Key.Value
      {
        return value
      }
      return DependencyDefaults.value(of: key, in: context)
    }
    set { change { $0.values[ObjectIdentifier(key)] = newValue } }
  }

  /// These values with whatever `other` sets laid over them.
  func merging(_ other: DependencyValues) -> DependencyValues {
    if other.storage === storage || other.isEmpty { return self }
    if isEmpty { return other }
    var merged = self
    merged.change {
      $0.values.merge(other.storage.values) { $1 }
      $0.context = other.storage.context ?? $0.context
    }
    return merged
  }
}

/// The default values, made once for each key and context.
private enum DependencyDefaults {
  private struct ID: Hashable {
    var key: ObjectIdentifier
    var context: DependencyContext
  }

  private static let made = Mutex<[ID: any Sendable]>([:])

  static func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext
  ) -> Key.Value {
    let id = ID(key: ObjectIdentifier(key), context: context)
    if let value = made.withLock({ $0[id] }) as? Key.Value { return value }
    // Made outside the lock: a default may itself ask for a dependency.
    let value = make(key, in: context)
    // A test's default is made anew each time, so that a missing one is reported in every test that meets it.
    if context != .test { made.withLock { $0[id] = value } }
    return value
  }

  private static func make<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext
  ) -> Key.Value {
    switch context {
    case .live: liveValue(key) ?? key.testValue
    case .preview: key.previewValue
    case .test: key.testValue
    }
  }

  private static func liveValue<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    func open<Live: DependencyKey>(_ live: Live.Type) -> Key.Value? { live.liveValue as? Key.Value }
    if let live = key as? any DependencyKey.Type { return open(live) }
    reportIssue("@Dependency(\(key)) has no live value, but the program used it.")
    return nil
  }
}
