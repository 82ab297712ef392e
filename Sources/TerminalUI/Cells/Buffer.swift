/// A grid of cells, such as the contents of a frame.
///
/// A wide character always occupies both of its cells. A write that overwrites one half replaces the
/// other half with a space. ``write(_:at:style:within:)`` sanitizes all text.
public struct Buffer: Sendable {
  /// The number of columns and rows.
  public private(set) var size: Size
  @usableFromInline var cells: [Cell]

  /// Creates a buffer of blank cells.
  public init(_ size: Size) {
    self.size = size
    cells = Array(repeating: .blank(), count: size.width * size.height)
  }

  /// The rectangle of all cells.
  public var bounds: Rect { Rect(size) }

  /// The cell in column `x` of row `y`, which must be inside the buffer.
  public subscript(x: Int, y: Int) -> Cell {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "cell outside the buffer")
    return cells[y * size.width + x]
  }

  /// Sets every cell to a space. The allocated memory is reused.
  ///
  /// - Complexity: O(cells).
  public mutating func clear(_ style: Style = .plain) {
    let blank = Cell.blank(style)
    for index in cells.indices { cells[index] = blank }
  }

  /// Changes the size and clears every cell. If the size is unchanged, the allocated memory is reused.
  public mutating func resize(to newSize: Size) {
    guard newSize != size else { return clear() }
    self = Buffer(newSize)
  }

  /// Calls `body` with the cells of a row, from left to right.
  ///
  /// - Complexity: O(1), without copying.
  @inlinable
  public func withRow<R>(_ y: Int, _ body: (UnsafeBufferPointer<Cell>) -> R) -> R {
    precondition(y >= 0 && y < size.height, "row outside the buffer")
    return cells.withUnsafeBufferPointer { cells in
      body(UnsafeBufferPointer(rebasing: cells[y * size.width..<(y + 1) * size.width]))
    }
  }

  /// Sets the cell at `point` if it is inside `clip`. If only half of a wide cell fits, it becomes a space.
  ///
  /// - Complexity: O(1).
  public mutating func put(_ cell: Cell, at point: Point, within clip: Rect? = nil) {
    let area = clip.map { bounds.intersection($0) } ?? bounds
    guard point.x >= area.minX, point.x < area.maxX, point.y >= area.minY, point.y < area.maxY
    else { return }
    let cell =
      cell.isContinuation || (cell.isWide && point.x + 1 >= area.maxX)
      ? Cell.blank(cell.style) : cell
    let index = point.y * size.width + point.x
    clearWideHalf(at: index)
    if cell.isWide {
      clearWideHalf(at: index + 1)
      cells[index + 1] = .continuation(cell.style)
    }
    cells[index] = cell
  }

  /// Replaces the other half of a wide character with a space, before the cell at `index` is overwritten.
  @inline(__always)
  mutating func clearWideHalf(at index: Int) {
    if cells[index].width != 1 {
      cells.withUnsafeMutableBufferPointer { $0.clearWideHalf(at: index) }
    }
  }
}

extension UnsafeMutableBufferPointer<Cell> {
  /// Replaces the other half of a wide character, like ``Buffer/clearWideHalf(at:)``.
  @inline(__always)
  func clearWideHalf(at index: Int) {
    let old = self[index]
    if old.isContinuation {
      self[index - 1] = .blank(self[index - 1].style)
    } else if old.isWide {
      self[index + 1] = .blank(old.style)
    }
  }
}

// MARK: - Writing

extension Buffer {
  /// Writes `text` along a row, starting at `point`, clipped to `clip`.
  ///
  /// A tab is a space; other control and format characters are dropped. Up to four combining marks are added to the
  /// preceding character; more of them would reach into other rows.
  ///
  /// - Returns: The width of the text in columns, including the clipped ones.
  /// - Complexity: O(n). Only combining marks allocate.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at point: Point, style: Style = .plain, within clip: Rect? = nil
  ) -> Int {
    let area = clip.map { bounds.intersection($0) } ?? bounds
    let count = text.utf8.withContiguousStorageIfAvailable {
      writePlain($0, at: point, style, within: area)
    }
    if let count, let count { return count }
    var x = point.x
    var last: Int?
    for scalar in text.unicodeScalars {
      let scalar = TextWidth.shown(scalar)
      let width = TextWidth.width(of: scalar)
      switch width {
      case 1, 2:
        put(
          Cell(content: scalar.value, width: UInt8(width), style: style), at: Point(x, point.y),
          within: area)
        last = x
        x += width
      case 0:
        if let last { join(scalar, at: Point(last, point.y), within: area) }
      default:
        break
      }
    }
    return x - point.x
  }

  /// Writes text that consists of printable ASCII characters only.
  ///
  /// - Returns: The width of the text in columns, or `nil` for other text, which is not written.
  private mutating func writePlain(
    _ text: UnsafeBufferPointer<UInt8>, at point: Point, _ style: Style, within area: Rect
  ) -> Int? {
    guard TextWidth.isPrintableASCII(text) else { return nil }
    let first = max(point.x, area.minX)
    let end = min(point.x + text.count, area.maxX)
    guard first < end, point.y >= area.minY, point.y < area.maxY else { return text.count }
    let row = point.y * size.width
    clearWideHalf(at: row + first)
    clearWideHalf(at: row + end - 1)
    for x in first..<end {
      cells[row + x] = Cell(content: UInt32(text[x - point.x]), width: 1, style: style)
    }
    return text.count
  }

  /// Fills a rectangle with copies of one cell. A wide cell is replaced with a space.
  ///
  /// - Complexity: O(cells covered).
  public mutating func fill(_ rect: Rect, with cell: Cell, within clip: Rect? = nil) {
    var minX = max(rect.minX, 0), maxX = min(rect.maxX, size.width)
    var minY = max(rect.minY, 0), maxY = min(rect.maxY, size.height)
    if let clip {
      (minX, maxX) = (max(minX, clip.minX), min(maxX, clip.maxX))
      (minY, maxY) = (max(minY, clip.minY), min(maxY, clip.maxY))
    }
    guard minX < maxX, minY < maxY else { return }
    let cell = cell.width == 1 ? cell : .blank(cell.style)
    let width = size.width
    cells.withUnsafeMutableBufferPointer { cells in
      for y in minY..<maxY {
        let row = y * width
        // A wide character can only be split at the ends of the range.
        cells.clearWideHalf(at: row + minX)
        cells.clearWideHalf(at: row + maxX - 1)
        (cells.baseAddress! + row + minX).update(repeating: cell, count: maxX - minX)
      }
    }
  }

  /// Replaces the style of each cell in a rectangle with the result of `style`.
  ///
  /// - Complexity: O(cells covered).
  public mutating func restyle(_ rect: Rect, _ style: (Style) -> Style) {
    let area = bounds.intersection(rect)
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let index = y * size.width + x
        cells[index].style = style(cells[index].style)
      }
    }
  }

  private mutating func join(_ mark: Unicode.Scalar, at point: Point, within area: Rect) {
    guard point.x >= area.minX, point.x < area.maxX, point.y >= area.minY, point.y < area.maxY
    else { return }
    let index = point.y * size.width + point.x
    cells[index] = cells[index].joined(with: mark)
  }

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

  // MARK: - Text

  /// Returns a row as text, without trailing spaces.
  public func line(_ y: Int) -> String {
    var line = ""
    var blanks = 0
    for x in 0..<size.width {
      let cell = self[x, y]
      if cell.isContinuation { continue }
      if cell.scalar == " " {
        blanks += 1
      } else {
        line += String(repeating: " ", count: blanks) + cell.text
        blanks = 0
      }
    }
    return line
  }

  /// The rows as text, without trailing spaces.
  public var lines: [String] { (0..<size.height).map { line($0) } }

  /// The styles that aren't plain, one per line: "row 2, columns 4-9: bold green".
  ///
  /// Goldens store these with the text, so that a reviewer reads words instead of escape codes.
  public var styleLines: [String] {
    var lines: [String] = []
    for y in 0..<size.height {
      var x = 0
      while x < size.width {
        let style = self[x, y].style
        let start = x
        while x < size.width, self[x, y].style == style { x += 1 }
        if style != .plain { lines.append("row \(y), columns \(start)-\(x - 1): \(style)") }
      }
    }
    return lines
  }

  /// The contents in the format of a golden: the text, a separator and the styles that aren't plain.
  public var golden: String {
    (lines + ["", "--- styles"] + styleLines).joined(separator: "\n") + "\n"
  }
}

// MARK: - Changes

/// A range of adjacent cells in one row.
public struct RowSpan: Hashable, Sendable {
  /// The number of the row, counted from 0.
  public var row: Int
  /// The columns of the cells.
  public var columns: Range<Int>

  /// Creates a range of cells.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}

extension Buffer {
  /// Returns a span for each row that differs from `old`, from its first changed cell to its last. If the sizes differ,
  /// every row has a span.
  ///
  /// A span never splits a wide character of either buffer.
  ///
  /// - Complexity: O(cells).
  public func changes(since old: Buffer) -> [RowSpan] {
    let columns = 0..<size.width
    guard old.size == size else {
      return (0..<size.height).map { RowSpan(row: $0, columns: columns) }
    }
    return (0..<size.height).compactMap { row in
      func isChanged(_ x: Int) -> Bool { self[x, row] != old[x, row] }
      func isSplit(before x: Int) -> Bool {
        columns.contains(x) && (self[x, row].isContinuation || old[x, row].isContinuation)
      }
      guard var first = columns.first(where: isChanged), var last = columns.last(where: isChanged)
      else { return nil }
      while isSplit(before: first) { first -= 1 }
      while isSplit(before: last + 1) { last += 1 }
      return RowSpan(row: row, columns: first..<last + 1)
    }
  }
}
