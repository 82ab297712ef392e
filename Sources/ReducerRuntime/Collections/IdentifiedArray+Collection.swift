extension IdentifiedArray: RandomAccessCollection {
  public var startIndex: Int { storage.startIndex }
  public var endIndex: Int { storage.endIndex }

  /// Returns whether there is an element with the identifier of `element`, regardless of its other properties.
  ///
  /// - Complexity: O(1).
  public func contains(_ element: Element) -> Bool { contains(id: identify(element)) }
}

extension IdentifiedArray: MutableCollection {
  /// The element at `position`.
  ///
  /// Setting an element from another position swaps both elements, so algorithms can move elements one by one.
  /// Setting an element that is not in the list replaces the one at `position`. Changing an identifier in place
  /// (`rows[0].id = 7`) stops the program.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Element {
    get { storage[position] }
    set {
      let id = identify(newValue)
      if id != ids[position] {
        if let current = ids.positions[id] {
          swapAt(current, position)
        } else {
          ids.replaceSubrange(position..<position + 1, with: CollectionOfOne(id))
          structure = Self.nextStructure()
        }
      }
      storage[position] = newValue
    }
    _modify {
      let id = ids[position]
      defer { checkIdentity(at: position, is: id) }
      yield &storage[position]
    }
  }

  /// Swaps two elements.
  ///
  /// - Complexity: O(1).
  public mutating func swapAt(_ first: Int, _ second: Int) {
    guard first != second else { return }
    storage.swapAt(first, second)
    ids.swapAt(first, second)
    structure = Self.nextStructure()
  }

  /// Sorts the elements by `areInIncreasingOrder`. If it throws, the elements may be in any order.
  ///
  /// - Complexity: O(n log n).
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    // Deferred, because elements may have moved before an error is thrown.
    defer { rebuildIDs() }
    try storage.sort(by: areInIncreasingOrder)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements in ascending order.
  ///
  /// - Complexity: O(n log n).
  public mutating func sort() { sort(by: <) }
}

// An inserted element replaces an existing one with the same identifier.
extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  // Inlined, so that the closure captures no types and reads the property directly.
  @inlinable
  public init() {
    self.init(identify: { $0.id })
  }

  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    removeSubrange(subrange)
    for element in newElements.reversed() {
      if contains(element) {
        updateOrAppend(element)
      } else {
        insert(element, at: subrange.lowerBound)
      }
    }
  }
}
