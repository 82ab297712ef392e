import Synchronization

/// A collection of dependencies by key, with default values for those that are not set.
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
  @TaskLocal static var taskLocal = DependencyValues()

  /// Shared between copies and immutable while shared, so that comparing two collections is one pointer comparison.
  private(set) var storage: Storage

  // Unchecked: a copy is made before a shared one is changed, and every value in it is `Sendable`.
  final class Storage: @unchecked Sendable {
    /// The values by the type of their key; each is in a ``DependencyBox`` of the key's value type.
    ///
    /// A linear search: with one or two dozen entries it is faster than hashing.
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
    // The static empty storage holds a reference too, so it is never mutated.
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    change(storage)
  }

  /// The dependencies of the current context: those of the reducing store, otherwise those of the task.
  static var current: DependencyValues {
    guard let storage = RuntimeContext.current?.dependencies else { return taskLocal }
    return DependencyValues(storage.takeUnretainedValue())
  }

  /// The context that selects default values.
  public var context: DependencyContext {
    get { storage.context ?? .processDefault }
    set { change { $0.context = newValue } }
  }

  /// Whether no dependency is set.
  private var isEmpty: Bool { storage.values.isEmpty && storage.context == nil }

  /// The value for `key`: the one that was set, otherwise its default in this context.
  ///
  /// - Complexity: O(number of dependencies that are set).
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = value(of: key) { return value }
      return DependencyDefaults.value(of: key, in: context)
    }
    set { change { $0.set(DependencyBox(newValue), for: ObjectIdentifier(key)) } }
  }

  /// Returns the value that was set for `key`, ignoring the default.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    guard let box = storage.box(of: ObjectIdentifier(key)) else { return nil }
    // No cast: to a type such as `any Clock<Duration>` it would cost more than the reducers of a tick.
    return unsafeDowncast(box, to: DependencyBox<Key.Value>.self).value
  }

  /// Returns these values, overridden by those that `other` sets.
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

/// A box for one value, a class of the value's type.
private final class DependencyBox<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// The values of dependencies that are not set: prepared ones, otherwise defaults, created once for each key and
/// context. Each test has its own.
private enum DependencyDefaults {
  static func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext
  ) -> Key.Value {
    let scope = SharedScope.current
    if let value: Key.Value = prepared(key, in: scope) { return value }
    let id = DependencyDefaultID(key: ObjectIdentifier(key), context: context)
    if let value = scope.defaults.withLock({ $0[id] }) as? Key.Value { return value }
    // Created outside the lock, because a default may read another dependency.
    let value = make(key, in: context)
    // A value that is read only to change a part of it has not reported its use; the next read must.
    if DependencyValues.isUpdating { return value }
    return scope.defaults.withLock { defaults in
      // Another thread may have created it in the meantime.
      if let known = defaults[id] as? Key.Value { return known }
      defaults[id] = value
      return value
    }
  }

  private static func prepared<Key: TestDependencyKey>(
    _ key: Key.Type, in scope: SharedScope
  ) -> Key.Value? {
    let value = scope.prepared.withLock { $0.value(of: key) }
    if value != nil || scope === SharedScope.process { return value }
    return SharedScope.process.prepared.withLock { $0.value(of: key) }
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

/// The key of a default value, which is created once for each context.
struct DependencyDefaultID: Hashable, Sendable {
  var key: ObjectIdentifier
  var context: DependencyContext
}
