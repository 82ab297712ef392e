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

  /// A property of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}
