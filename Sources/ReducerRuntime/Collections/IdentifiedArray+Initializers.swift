extension IdentifiedArray {
  /// Creates a copy of `elements`.
  public init(_ elements: Self) {
    self = elements
  }

  /// Creates a list of the elements of a slice.
  public init(_ elements: SubSequence) {
    self.init(identify: elements.base.identify, customID: elements.base.customID)
    appendUnique(elements)
  }

  /// Creates a list of elements with unique identifiers. Uniqueness is checked nevertheless.
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(uniqueElements: elements, id: id)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates a list of elements with unique identifiers. Uniqueness is checked nevertheless.
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }

  /// Creates a list of `elements`; `combine` merges two with the same identifier.
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }
}
