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
    /// By the type of the key, each of which has values of one type in a ``DependencyBox`` of that type.
    ///
    /// Searched one by one: there are a dozen or two, and what a tick asks for is found sooner so than by a hash.
    fileprivate private(set) var values: [(key: ObjectIdentifier, box: any AnyObject & Sendable)] =
      []
    fileprivate var context: DependencyContext?

    fileprivate static let empty = Storage()

    fileprivate func box(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
      for index in values.indices where values[index].key == key { return values[index].box }
      return nil
    }

    fileprivate func set(_ box: any AnyObject & Sendable, for key: ObjectIdentifier) {
      if let index = values.firstIndex(where: { $0.key == key }) {
        values[index].box = box
      } else {
        values.append((key, box))
      }
    }

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
  /// - Complexity: O(dependencies that were set).
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = value(of: key) { return value }
      return DependencyDefaults.value(of: key, in: context)
    }
    set { change { $0.set(DependencyBox(newValue), for: ObjectIdentifier(key)) } }
  }

  /// What was set for `key`, without the default.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    guard let box = storage.box(of: ObjectIdentifier(key)) else { return nil }
    // No cast: to a type such as `any Clock<Duration>` it would cost more than a tick's reducers.
    return unsafeDowncast(box, to: DependencyBox<Key.Value>.self).value
  }

  /// These values with whatever `other` sets laid over them.
  func merging(_ other: DependencyValues) -> DependencyValues {
    if other.storage === storage || other.isEmpty { return self }
    if isEmpty { return other }
    var merged = self
    merged.change {
      for (key, box) in other.storage.values { $0.set(box, for: key) }
      $0.context = other.storage.context ?? $0.context
    }
    return merged
  }
}

/// One value, in a class of its type.
private final class DependencyBox<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// The values of what nobody set: prepared ones, else defaults, made once for each key and context. A test has its own.
private enum DependencyDefaults {
  static func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext
  ) -> Key.Value {
    let scope = SharedScope.current
    if let value: Key.Value = prepared(key, in: scope) { return value }
    let id = DependencyDefaultID(key: ObjectIdentifier(key), context: context)
    if let value = scope.defaults.withLock({ $0[id] }) as? Key.Value { return value }
    // Made outside the lock: a default may itself ask for a dependency.
    let value = make(key, in: context)
    // One that is looked at to change a part of it has kept silent about being used; the next must not.
    if DependencyValues.isBeingSet { return value }
    return scope.defaults.withLock { defaults in
      // Somebody may have made it meanwhile.
      if let known = defaults[id] as? Key.Value { return known }
      defaults[id] = value
      return value
    }
  }

  private static func prepared<Key: TestDependencyKey>(
    _ key: Key.Type, in scope: SharedScope
  ) -> Key.Value? {
    let value = scope.prepared.withLock { $0.value(of: key) }
    if value != nil || scope === SharedScope.ofProgram { return value }
    return SharedScope.ofProgram.prepared.withLock { $0.value(of: key) }
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

/// A default is made once for each world.
struct DependencyDefaultID: Hashable, Sendable {
  var key: ObjectIdentifier
  var context: DependencyContext
}
