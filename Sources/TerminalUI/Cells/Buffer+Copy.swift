extension Buffer {
  /// Copies `other` into the top left corner, clipped to this buffer.
  ///
  /// - Parameter maxRows: The maximum number of rows to copy.
  /// - Complexity: O(cells), without allocation.
  public mutating func copy(_ other: Buffer, maxRows: Int = .max) {
    let rows = max(0, min(other.size.height, size.height, maxRows))
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
