extension IdentifiedArray {
  /// Replaces the element at `index` with `element`, which must have the same identifier.
  ///
  /// - Returns: The replaced element.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let old = storage[index]
    checkIdentity(element, is: identify(old))
    storage[index] = element
    return old
  }

  /// Replaces the element with the identifier of `element`, or inserts `element` at `index` if there is none.
  ///
  /// - Returns: The replaced element, if any, and the index of the new one.
  /// - Complexity: O(1) if it replaces, O(n) if it inserts.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let (isNew, position) = insert(element, at: index)
    return (isNew ? nil : update(element, at: position), position)
  }
}

// An inserted element replaces an existing one with the same identifier.
extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  // Inlined, so that the function needs no types from outside and reads the property directly.
  @inlinable
  public init() {
    self.init(identify: { $0.id })
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
