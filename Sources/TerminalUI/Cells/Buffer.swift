/// A grid of cells: a frame before it meets a terminal.
///
/// However it is written to, each row stays whole: a wide character always has both its cells, and
/// a write that would cut one in two leaves a space in place of the other half. Text is sanitised
/// here and nowhere else (``write(_:at:style:within:)``).
public struct Buffer: Sendable {
  public private(set) var size: Size
  @usableFromInline var cells: [Cell]

  public init(_ size: Size) {
    self.size = size
    cells = Array(repeating: .blank(), count: size.width * size.height)
  }

  public var bounds: Rect { Rect(size) }

  /// The cell in column `x` of row `y`, which must be inside.
  public subscript(x: Int, y: Int) -> Cell {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "cell outside the buffer")
    return cells[y * size.width + x]
  }

  /// Makes every cell a space. Keeps the memory.
  ///
  /// - Complexity: O(cells).
  public mutating func clear(_ style: Style = .plain) {
    let blank = Cell.blank(style)
    for index in cells.indices { cells[index] = blank }
  }

  /// Changes the size and clears. Keeps the memory when the size is the same.
  public mutating func resize(to newSize: Size) {
    guard newSize != size else { return clear() }
    self = Buffer(newSize)
  }

  /// Calls `body` with a row's cells, first column first.
  ///
  /// - Complexity: O(1), nothing copied.
  @inlinable
  public func withRow<R>(_ y: Int, _ body: (UnsafeBufferPointer<Cell>) -> R) -> R {
    precondition(y >= 0 && y < size.height, "row outside the buffer")
    return cells.withUnsafeBufferPointer { cells in
      body(UnsafeBufferPointer(rebasing: cells[y * size.width..<(y + 1) * size.width]))
    }
  }

  /// Puts a cell at `point` if `clip` covers it. A wide one that only half fits becomes a space.
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
    loosen(index)
    if cell.isWide {
      loosen(index + 1)
      cells[index + 1] = .continuation(cell.style)
    }
    cells[index] = cell
  }

  /// Before the cell at `index` is overwritten: the other half of a wide character becomes a space.
  @inline(__always)
  mutating func loosen(_ index: Int) {
    if cells[index].width != 1 { cells.withUnsafeMutableBufferPointer { $0.loosen(index) } }
  }
}

extension UnsafeMutableBufferPointer<Cell> {
  /// As ``Buffer/loosen(_:)``.
  @inline(__always)
  func loosen(_ index: Int) {
    let old = self[index]
    if old.isContinuation {
      self[index - 1] = .blank(self[index - 1].style)
    } else if old.isWide {
      self[index + 1] = .blank(old.style)
    }
  }
}
