extension Buffer {
  /// Puts the rows of `other`, which is as wide as this, in the place of these from row `top` on; rows that find no
  /// place are left out.
  ///
  /// - Complexity: O(cells), nothing allocated.
  public mutating func copyRows(of other: Buffer, to top: Int) {
    precondition(other.size.width == size.width, "Rows of another width do not fit")
    let rows = max(0, min(other.size.height, size.height - top))
    let start = top * size.width
    cells.replaceSubrange(
      start..<start + rows * size.width, with: other.cells.prefix(rows * size.width))
  }
}
