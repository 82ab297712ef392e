extension IdentifiedArray {
  /// The same elements.
  public init(_ elements: Self) {
    self = elements
  }

  /// The elements of a part of an identified array.
  public init(_ elements: SubSequence) {
    self.init(uniqueElements: elements, id: elements.base.identify)
  }

  /// The elements, of which no two have the same identifier. That is checked here as everywhere.
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(uniqueElements: elements, id: id)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// The elements, of which no two have the same identifier. That is checked here as everywhere.
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }

  /// The elements; `combine` makes one of two that have the same identifier.
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }
}
