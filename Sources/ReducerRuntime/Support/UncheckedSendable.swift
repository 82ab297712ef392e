/// A wrapper that makes a value `Sendable` without checks. The caller is responsible for thread safety.
///
/// ```swift
/// enum PlayerKey: DependencyKey {
///   static var liveValue: UncheckedSendable<Player> { UncheckedSendable(Player()) }
/// }
/// ```
@propertyWrapper
@dynamicMemberLookup
// Unchecked, as the name says.
public struct UncheckedSendable<Value>: @unchecked Sendable {
  public var value: Value

  public init(_ value: Value) {
    self.value = value
  }

  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A property of the value, which can be changed.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }

  /// A property of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: Decodable where Value: Decodable {
  /// Decodes the value itself, without a container for the wrapper.
  public init(from decoder: any Decoder) throws {
    self.init(try Value(from: decoder))
  }
}

extension UncheckedSendable: Encodable where Value: Encodable {
  /// Encodes the value itself, without a container for the wrapper.
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}
