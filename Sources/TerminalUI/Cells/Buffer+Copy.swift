extension Buffer {
  /// Puts `other` into the top left corner; what finds no place is left out.
  ///
  /// - Parameter most: How many rows are taken at most.
  /// - Complexity: O(cells), nothing allocated.
  public mutating func copy(_ other: Buffer, rows most: Int = .max) {
    let rows = max(0, min(other.size.height, size.height, most))
    guard other.size.width != size.width else {
      cells.replaceSubrange(0..<rows * size.width, with: other.cells.prefix(rows * size.width))
      return
    }
    for y in 0..<rows {
      for x in 0..<min(other.size.width, size.width) where !other[x, y].isContinuation {
        put(other[x, y], at: Point(x, y))
      }
    }
  }
}
