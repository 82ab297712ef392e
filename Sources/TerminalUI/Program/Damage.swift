/// The cells of a frame that may have changed, as a range of columns for each row.
struct Damage: Sendable {
  private var rows: [Range<Int>]
  /// The range from the first damaged row to the last.
  private(set) var damagedRows = 0..<0
  private let width: Int

  init(_ size: Size) {
    rows = Array(repeating: 0..<0, count: size.height)
    width = size.width
  }

  /// Marks the cells of a rectangle as changed.
  ///
  /// - Parameter rect: A rectangle inside the frame.
  /// - Complexity: O(rows of the rectangle).
  mutating func mark(_ rect: Rect) {
    cover(rect.minY..<rect.maxY)
    for row in rect.minY..<rect.maxY {
      let known = rows[row]
      rows[row] =
        known.isEmpty
        ? rect.minX..<rect.maxX
        : min(known.lowerBound, rect.minX)..<max(known.upperBound, rect.maxX)
    }
  }

  mutating func markAll() {
    damagedRows = rows.indices
    for row in rows.indices { rows[row] = 0..<width }
  }

  mutating func clear() {
    for row in damagedRows { rows[row] = 0..<0 }
    damagedRows = 0..<0
  }

  private mutating func cover(_ rows: Range<Int>) {
    damagedRows =
      damagedRows.isEmpty
      ? rows
      : min(damagedRows.lowerBound, rows.lowerBound)..<max(damagedRows.upperBound, rows.upperBound)
  }

  /// The changed columns of a row; empty if there are none.
  subscript(row: Int) -> Range<Int> { rows[row] }
}
