/// A value that several features share: a change by one is seen, and observed, by all.
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
/// It holds a reference, so copying a state that has one costs nothing and shares the value. Two are equal when their
/// values are.
///
/// - Complexity: Reading copies the value, O(1) for a collection. Changing it copies a collection's elements once.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  let reference: SharedReference<Value>

  init(reference: SharedReference<Value>) {
    self.reference = reference
  }

  /// A value that nothing keeps, shared with whoever is handed it.
  public init(value: Value) {
    reference = .stored(value, save: nil)
  }

  /// The value that `key` names; `wrappedValue` where nothing was kept.
  public init<Key: SharedKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: Key) {
    reference = SharedScope.current.reference(key, default: wrappedValue, save: { key.save($0) })
  }

  /// The value that `key` names, `nil` where nothing was kept.
  public init<Wrapped, Key: SharedKey<Value>>(_ key: Key) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// The value that `key` names, with the key's own default.
  public init<Base: SharedKey<Value>>(_ key: _SharedKeyDefault<Base>) {
    self.init(wrappedValue: key.defaultValue(), key.base)
  }

  /// As above, with another default.
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Base>
  ) {
    self.init(wrappedValue: wrappedValue(), key.base)
  }

  /// The value that another has.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// The value that another has.
  public init(_ base: Shared) {
    self = base
  }

  /// What is inside a shared optional, `nil` where there is nothing.
  public init?(_ base: Shared<Value?>) {
    guard let unwrapped = UnwrappedReference(base.reference) else { return nil }
    reference = unwrapped
  }

  /// The value. Change it by ``withLock(_:)``, so that a change is one.
  public var wrappedValue: Value { reference.value }

  /// This, to be handed to another: `Child.State(plan: $plan)`.
  public var projectedValue: Shared {
    get { self }
    set { self = newValue }
  }

  /// Changes the value while nobody else does. `operation` must not change the same value by another name.
  public func withLock<Result>(
    _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    try reference.modify(operation)
  }

  /// One property of the value, shared.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    let keyPath = sendable(keyPath)
    return Shared<Member>(
      reference: reference.derived({ $0[keyPath: keyPath] }) { $0[keyPath: keyPath] = $1 })
  }

  /// Reads the value anew from where its key keeps it, as somebody else may have changed it there.
  public func load() async throws { reference.load() }

  /// Writes the value to where its key keeps it, which each change does by itself.
  public func save() async throws { reference.save() }

  /// A property that cannot be changed through it: `$session.isOver`.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (lhs: Shared, rhs: Shared) -> Bool {
    // A test compares what it expects, on the left, with what is.
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
