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
  @TaskLocal static var taskLocal = DependencyValues(.empty)

  /// Shared between copies and immutable while shared, so that comparing two collections is one pointer comparison.
  private(set) var storage: Storage

  // Unchecked: shared storage is copied before a change, and every value in it is `Sendable`.
  final class Storage: @unchecked Sendable {
    /// The values by the type of their key; each is in a ``DependencyBox`` of the key's value type.
    ///
    /// They are searched linearly: for one or two dozen entries, this is faster than hashing.
    fileprivate private(set) var values: [(key: ObjectIdentifier, box: any AnyObject & Sendable)] =
      []
    fileprivate var context: DependencyContext?
    /// The defaults created for these values; `nil` if the defaults of the test or process apply.
    fileprivate let defaults: DependencyDefaults?

    static let empty = Storage(defaults: nil)

    fileprivate init(defaults: DependencyDefaults?) {
      self.defaults = defaults
    }

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

    fileprivate func remove(_ key: ObjectIdentifier) {
      values.removeAll { $0.key == key }
    }

    fileprivate func copy() -> Storage {
      let copy = Storage(defaults: defaults)
      (copy.values, copy.context) = (values, context)
      return copy
    }
  }

  /// Creates a collection in which nothing is set. It creates its own default values.
  public init() {
    storage = Storage(defaults: DependencyDefaults())
  }

  init(_ storage: Storage) {
    self.storage = storage
  }

  private mutating func change(_ change: (Storage) -> Void) {
    // The static property `empty` also refers to the empty storage, which is therefore never mutated.
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    change(storage)
  }

  /// The dependencies of the current context: those of the reducing store, otherwise those of the task.
  static var current: DependencyValues {
    guard let storage = RuntimeContext.current?.dependencies else { return taskLocal }
    return DependencyValues(storage.takeUnretainedValue())
  }

  /// The dependencies of the current context, for code without a ``Dependency`` property.
  public static var _current: DependencyValues { current }

  /// The live value of every dependency.
  public static var live: Self { with(.live) }

  /// The preview value of every dependency.
  public static var preview: Self { with(.preview) }

  /// The test value of every dependency.
  public static var test: Self { with(.test) }

  private static func with(_ context: DependencyContext) -> Self {
    var values = Self()
    values.context = context
    return values
  }

  /// The context that selects default values.
  public var context: DependencyContext {
    get {
      storage.context ?? SharedScope.preparedDependencies { $0.storage.context } ?? .processDefault
    }
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
      if let value = SharedScope.preparedDependencies({ $0.value(of: key) }) { return value }
      return (storage.defaults ?? SharedScope.current.defaults).value(of: key, for: self)
    }
    set { change { $0.set(DependencyBox(newValue), for: ObjectIdentifier(key)) } }
  }

  /// Returns the value that was set for `key`, ignoring the default.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    guard let box = storage.box(of: ObjectIdentifier(key)) else { return nil }
    // Avoids a cast: a cast to a type such as `any Clock<Duration>` would cost more than the reducers of a tick.
    return unsafeDowncast(box, to: DependencyBox<Key.Value>.self).value
  }

  /// Restores the values that differ in `earlier`. Removes each value that `earlier` does not set, provided
  /// that `isUsed` returns `true` for its key.
  ///
  /// - Returns: The names of the types of the values that were restored or removed.
  mutating func restore(
    from earlier: DependencyValues, where isUsed: (ObjectIdentifier) -> Bool
  ) -> [String] {
    var types: [String] = []
    for (key, box) in storage.values {
      let earlierBox = earlier.storage.box(of: key)
      guard box !== earlierBox, earlierBox != nil || isUsed(key) else { continue }
      types.append("\(box)")
      change { storage in
        if let earlierBox { storage.set(earlierBox, for: key) } else { storage.remove(key) }
      }
    }
    return types
  }

  /// Returns these values, overridden by those that `other` sets. Defaults come from these values.
  func merging(_ other: DependencyValues) -> DependencyValues {
    if other.storage === storage || other.isEmpty { return self }
    if isEmpty, storage.defaults === other.storage.defaults { return other }
    var merged = self
    merged.change {
      for (key, box) in other.storage.values { $0.set(box, for: key) }
      $0.context = other.storage.context ?? $0.context
    }
    return merged
  }
}

extension DependencyValues {
  /// Whether an update closure is running. Reading a dependency to change a part of it does not count as use.
  @TaskLocal static var isUpdating = false

  /// The location of the ``Dependency`` property that a test is reading.
  @TaskLocal static var propertyLocation: IssueLocation?

  /// Calls `update` with these values.
  mutating func set<Result>(
    by update: (inout DependencyValues) throws -> Result
  ) rethrows -> Result {
    try Self.$isUpdating.withValue(true) { try update(&self) }
  }

  /// Calls an asynchronous `update` with these values.
  mutating func set(
    isolation: isolated (any Actor)? = #isolation,
    by update: (inout DependencyValues) async throws -> Void
  ) async rethrows {
    try await Self.$isUpdating.withValue(true) { try await update(&self) }
  }
}
