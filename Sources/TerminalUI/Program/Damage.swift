/// Which cells of a frame may have changed: of each row the columns from the first to the last.
struct Damage: Sendable {
  private var rows: [Range<Int>]
  /// From the first row of which anything is damaged to the last.
  private(set) var damagedRows = 0..<0
  private let width: Int

  init(_ size: Size) {
    rows = Array(repeating: 0..<0, count: size.height)
    width = size.width
  }

  /// - Parameter rect: Inside of the frame.
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

  /// The columns of a row, empty where nothing has changed.
  subscript(row: Int) -> Range<Int> { rows[row] }
}
