/// A read-only reference to a value that other features share and change.
///
/// ```swift
/// @SharedReader(.appStorage("isLoud")) var isLoud = true
/// @SharedReader var session: Session  // `SharedReader($session)`
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
  let reference: SharedReference<Value>

  /// Creates a reader of the value for `key`, with `wrappedValue` as the default.
  public init<Key: SharedReaderKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: Key) {
    reference = SharedScope.current.reference(
      key, default: wrappedValue, save: (key as? any SharedKey<Value>)?.saving)
  }

  /// Creates a reader of an optional value for `key`, with `nil` as the default.
  public init<Wrapped, Key: SharedReaderKey<Value>>(_ key: Key) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Creates a reader of the value for `key`, with the key's default.
  public init<Base: SharedReaderKey<Value>>(_ key: _SharedKeyDefault<Base>) {
    self.init(wrappedValue: key.defaultValue(), key.base)
  }

  /// Creates a reader of a constant value.
  public init(value: Value) {
    reference = .stored(value, save: nil)
  }

  /// Creates a reader of a shared value.
  public init(_ base: Shared<Value>) {
    reference = base.reference
  }

  /// Returns a reader of a constant value: `SharedReader.constant(0)`.
  public static func constant(_ value: Value) -> Self { Self(value: value) }

  /// Creates a reader of an optional's payload, or returns `nil` if there is none. When the payload is removed, its
  /// last value stays.
  public init?(_ base: SharedReader<Value?>) {
    guard let unwrapped = UnwrappedReference(base.reference) else { return nil }
    reference = unwrapped
  }

  /// Creates a reader of an optional's payload, or returns `nil` if there is none. When the payload is removed, its
  /// last value stays.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// The value.
  public var wrappedValue: Value { reference.value }

  /// Reloads the value from its storage, which another process may have changed.
  public func load() async throws { reference.load() }

  public var projectedValue: SharedReader {
    get { self }
    set { self = newValue }
  }

  /// A reader of a property of the value.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    // A member's key path captures nothing: see `sendable(_:)`.
    nonisolated(unsafe) let keyPath = keyPath
    return SharedReader<Member>(
      reference: reference.derived({ $0[keyPath: keyPath] }) { _, _ in })
  }

  private init(reference: SharedReference<Value>) {
    self.reference = reference
  }
}

extension SharedKey {
  fileprivate var saving: @Sendable (Value) -> Void { { save($0) } }
}

extension SharedReader: Equatable where Value: Equatable {
  public static func == (lhs: SharedReader, rhs: SharedReader) -> Bool {
    Shared(reference: lhs.reference) == Shared(reference: rhs.reference)
  }
}

extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension SharedReader: CustomStringConvertible {
  public var description: String { "\(wrappedValue)" }
}
