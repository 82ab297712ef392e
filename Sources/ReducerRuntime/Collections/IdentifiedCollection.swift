/// A collection whose elements are found by identifier, such as ``IdentifiedArray``.
public protocol IdentifiedCollection<ID, Element>: Collection {
  /// The type of the identifiers.
  associatedtype ID: Hashable
  /// The type of the collection of all identifiers.
  associatedtype IDs: Collection<ID>

  /// The identifiers, in the order of their elements.
  var ids: IDs { get }

  /// The element with the identifier `id`.
  subscript(id id: ID) -> Element? { get }
}

/// A collection whose elements are changed by identifier.
public protocol MutableIdentifiedCollection<ID, Element>: IdentifiedCollection, MutableCollection {
  /// The element with the identifier `id`. Setting `nil` removes it.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: MutableIdentifiedCollection {}
