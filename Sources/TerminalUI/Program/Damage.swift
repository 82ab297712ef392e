/// Which cells of a frame may have changed: of each row the columns from the first to the last.
struct Damage: Sendable {
  private var rows: [Range<Int>]
  private let width: Int

  init(_ size: Size) {
    rows = Array(repeating: 0..<0, count: size.height)
    width = size.width
  }

  /// - Parameter rect: Inside of the frame.
  /// - Complexity: O(rows of the rectangle).
  mutating func mark(_ rect: Rect) {
    for row in rect.minY..<rect.maxY {
      let known = rows[row]
      rows[row] =
        known.isEmpty
        ? rect.minX..<rect.maxX
        : min(known.lowerBound, rect.minX)..<max(known.upperBound, rect.maxX)
    }
  }

  mutating func markAll() {
    for row in rows.indices { rows[row] = 0..<width }
  }

  mutating func clear() {
    for row in rows.indices { rows[row] = 0..<0 }
  }

  /// The columns of a row, empty where nothing has changed.
  subscript(row: Int) -> Range<Int> { rows[row] }
}
