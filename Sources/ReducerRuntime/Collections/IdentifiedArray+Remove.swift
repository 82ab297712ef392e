extension IdentifiedArray {
  /// Removes the elements at `bounds`: `rows.removeSubrange(100...)`.
  ///
  /// - Complexity: O(n).
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    removeSubrange(bounds.relative(to: self))
  }

  /// Removes the first element of a nonempty list.
  ///
  /// - Complexity: O(n).
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: startIndex) }

  /// Removes the first `count` elements.
  ///
  /// - Complexity: O(n).
  public mutating func removeFirst(_ count: Int) { removeSubrange(..<count) }

  /// Removes the last element of a nonempty list.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: endIndex - 1) }

  /// Removes the last `count` elements.
  ///
  /// - Complexity: O(count).
  public mutating func removeLast(_ count: Int) { removeSubrange((endIndex - count)...) }

  /// Removes the elements at `offsets`, like the method of the same name in SwiftUI.
  ///
  /// - Complexity: O(n).
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    removeSubrange(moveToEnd(Set(offsets))...)
  }

  /// Moves the elements at `source` before the one that is now at `destination`, keeping their order.
  ///
  /// - Complexity: O(n) for each element that moves.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let source = Set(source)
    let before = source.count { $0 < destination }
    let start = moveToEnd(source)
    let moving = elements[start...]
    removeSubrange(start...)
    for (offset, element) in moving.enumerated() {
      insert(element, at: destination - before + offset)
    }
  }

  /// Moves the elements at `offsets` to the end, keeping the order of both parts.
  ///
  /// - Returns: The index of the first moved element.
  private mutating func moveToEnd(_ offsets: Set<Int>) -> Int {
    let kept = indices.filter { !offsets.contains($0) }.map { self[$0] }
    let moved = indices.filter(offsets.contains).map { self[$0] }
    storage = kept + moved
    rebuildIDs()
    return kept.count
  }

  /// Returns a list of the elements for which `isIncluded` returns `true`.
  ///
  /// - Complexity: O(n).
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var filtered = IdentifiedArray(identify: identify, customID: customID)
    filtered.appendUnique(try storage.filter(isIncluded))
    return filtered
  }
}
