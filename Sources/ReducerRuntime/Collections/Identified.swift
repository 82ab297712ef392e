/// A value with an identifier, for lists of values that have none of their own.
///
/// ```swift
/// let lines: IdentifiedArrayOf<Identified<Int, String>> = [Identified("warm-up", id: 0)]
/// lines[id: 0]?.value.count
/// ```
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  public let id: ID
  public var value: Value

  /// Creates a pair of a value and its identifier.
  public init(_ value: Value, id: ID) {
    self.value = value
    self.id = id
  }

  /// Creates a pair of a value and the identifier that `id` returns for it.
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  /// Creates a pair of a value and the identifier at a key path of it: `Identified(date, id: \.self)`.
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A property of the value.
  public subscript<Property>(dynamicMember keyPath: KeyPath<Value, Property>) -> Property {
    value[keyPath: keyPath]
  }

  /// A property of the value that can be set.
  public subscript<Property>(
    dynamicMember keyPath: WritableKeyPath<Value, Property>
  ) -> Property {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
