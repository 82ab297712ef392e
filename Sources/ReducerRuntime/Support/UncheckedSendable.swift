/// Lets a value be sent anywhere, on the word of whoever wraps it.
///
/// ```swift
/// enum PlayerKey: DependencyKey {
///   static var liveValue: UncheckedSendable<Player> { UncheckedSendable(Player()) }
/// }
/// ```
@propertyWrapper
@dynamicMemberLookup
// Unchecked, as its name says: that is for the one who writes it to prove.
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
