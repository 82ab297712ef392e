/// A value that others share and change, to be read here.
///
/// ```swift
/// @SharedReader(.appStorage("isLoud")) var isLoud = true
/// @SharedReader var session: Session  // `SharedReader($session)`
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
  let reference: SharedReference<Value>

  /// The value that `key` names; `wrappedValue` where nothing was kept.
  public init<Key: SharedReaderKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: Key) {
    reference = SharedScope.current.reference(
      key, default: wrappedValue, save: (key as? any SharedKey<Value>)?.saving)
  }

  /// The value that `key` names, `nil` where nothing was kept.
  public init<Wrapped, Key: SharedReaderKey<Value>>(_ key: Key) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// The value that `key` names, with the key's own default.
  public init<Base: SharedReaderKey<Value>>(_ key: _SharedKeyDefault<Base>) {
    self.init(wrappedValue: key.defaultValue(), key.base)
  }

  /// A value that never changes.
  public init(value: Value) {
    reference = .stored(value, save: nil)
  }

  /// The value that another shares.
  public init(_ base: Shared<Value>) {
    reference = base.reference
  }

  /// A value that never changes: `SharedReader.constant(0)`.
  public static func constant(_ value: Value) -> Self { Self(value: value) }

  /// The value that is there now, `nil` where there is none. The last one stays when it goes.
  public init?(_ base: SharedReader<Value?>) {
    guard let unwrapped = UnwrappedReference(base.reference) else { return nil }
    reference = unwrapped
  }

  /// The value that is there now, `nil` where there is none. The last one stays when it goes.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// The value.
  public var wrappedValue: Value { reference.value }

  /// Reads the value anew from where its key keeps it, as somebody else may have changed it there.
  public func load() async throws { reference.load() }

  public var projectedValue: SharedReader {
    get { self }
    set { self = newValue }
  }

  /// One property of the value.
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
