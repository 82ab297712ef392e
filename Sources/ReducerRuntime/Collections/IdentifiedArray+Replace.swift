extension IdentifiedArray {
  /// Puts `element` in the place of the one at `index`, which has the same identifier.
  ///
  /// - Returns: The element that was there.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let old = self[index]
    self[index] = element
    return old
  }

  /// Puts `element` in the place of the one with its identifier, or inserts it at `index` where there is none.
  ///
  /// - Returns: The element that was replaced, and where the new one is.
  /// - Complexity: O(1) where it replaces, O(n) where it inserts.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let (isNew, position) = insert(element, at: index)
    return (isNew ? nil : update(element, at: position), position)
  }
}

// An element whose identifier is there already takes the place of the other.
extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  public init() {
    self.init(id: \.id)
  }

  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    removeSubrange(subrange)
    for element in newElements.reversed() {
      updateOrInsert(element, at: subrange.lowerBound)
    }
  }
}
