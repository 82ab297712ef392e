/// A value that several features share: all of them see and observe changes.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Shared(.appStorage("userToken")) var token: String?
///   @Shared(.inMemory("session")) var session = Session()
///   @Shared var plan: Plan  // handed over by the parent: `Child.State(plan: $plan)`
/// }
/// state.$session.withLock { $0.start = now }
/// ```
///
/// It is a reference, so copying a state that has one shares the value. Two are equal if their values are equal.
///
/// - Complexity: Reading copies the value, O(1) for a collection. A change copies a collection's elements once.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  let reference: SharedReference<Value>

  init(reference: SharedReference<Value>) {
    self.reference = reference
  }

  /// Creates a shared value that is not persisted.
  public init(value: Value) {
    reference = .stored(value, save: nil)
  }

  /// Creates a shared value for `key`, with `wrappedValue` as the default.
  public init<Key: SharedKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: Key) {
    reference = SharedScope.current.reference(key, default: wrappedValue, save: { key.save($0) })
  }

  /// Creates an optional shared value for `key`, with `nil` as the default.
  public init<Wrapped, Key: SharedKey<Value>>(_ key: Key) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Creates a shared value for `key`, with the key's default.
  public init<Base: SharedKey<Value>>(_ key: _SharedKeyDefault<Base>) {
    self.init(wrappedValue: key.defaultValue(), key.base)
  }

  /// Creates a shared value for `key`, overriding the key's default.
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Base>
  ) {
    self.init(wrappedValue: wrappedValue(), key.base)
  }

  /// Creates a copy that shares the same value.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Creates a copy that shares the same value.
  public init(_ base: Shared) {
    self = base
  }

  /// Creates a shared value of a shared optional's payload, or returns `nil` if there is none.
  public init?(_ base: Shared<Value?>) {
    guard let unwrapped = UnwrappedReference(base.reference) else { return nil }
    reference = unwrapped
  }

  /// The value. To change it, call ``withLock(_:)``, which makes each change atomic.
  public var wrappedValue: Value { reference.value }

  /// The shared value itself, to be passed to a child: `Child.State(plan: $plan)`.
  public var projectedValue: Shared {
    get { self }
    set { self = newValue }
  }

  /// Changes the value exclusively. `operation` must not change the same value through another reference.
  public func withLock<Result>(
    _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    try reference.modify(operation)
  }

  /// A shared reference to a property of the value.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    let keyPath = sendable(keyPath)
    return Shared<Member>(
      reference: reference.derived({ $0[keyPath: keyPath] }) { $0[keyPath: keyPath] = $1 })
  }

  /// Reloads the value from its storage, which another process may have changed.
  public func load() async throws { reference.load() }

  /// Writes the value to its storage. Each change does so automatically.
  public func save() async throws { reference.save() }

  /// A read-only shared reference to a property of the value: `$session.isOver`.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (lhs: Shared, rhs: Shared) -> Bool {
    // A test compares the expected value, on the left, with the actual one.
    guard SharedChangeTracker.asserting == nil else {
      return lhs.reference.value == rhs.reference.actual
    }
    return lhs.reference === rhs.reference || lhs.reference.actual == rhs.reference.actual
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Shared: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension Shared: CustomStringConvertible {
  public var description: String { "\(wrappedValue)" }
}
