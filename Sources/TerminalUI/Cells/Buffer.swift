/// A grid of cells, such as the contents of a frame.
///
/// A wide character always occupies both of its cells. A write that overwrites one half replaces the
/// other half with a space. ``write(_:at:style:within:)`` sanitizes all text.
public struct Buffer: Sendable {
  public private(set) var size: Size
  @usableFromInline var cells: [Cell]

  public init(_ size: Size) {
    self.size = size
    cells = Array(repeating: .blank(), count: size.width * size.height)
  }

  public var bounds: Rect { Rect(size) }

  /// The cell in column `x` of row `y`, which must be inside the buffer.
  public subscript(x: Int, y: Int) -> Cell {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "cell outside the buffer")
    return cells[y * size.width + x]
  }

  /// Sets every cell to a space and keeps the allocated memory.
  ///
  /// - Complexity: O(cells).
  public mutating func clear(_ style: Style = .plain) {
    let blank = Cell.blank(style)
    for index in cells.indices { cells[index] = blank }
  }

  /// Changes the size and clears every cell. An unchanged size keeps the allocated memory.
  public mutating func resize(to newSize: Size) {
    guard newSize != size else { return clear() }
    self = Buffer(newSize)
  }

  /// Calls `body` with a row's cells, first column first.
  ///
  /// - Complexity: O(1), without copying.
  @inlinable
  public func withRow<R>(_ y: Int, _ body: (UnsafeBufferPointer<Cell>) -> R) -> R {
    precondition(y >= 0 && y < size.height, "row outside the buffer")
    return cells.withUnsafeBufferPointer { cells in
      body(UnsafeBufferPointer(rebasing: cells[y * size.width..<(y + 1) * size.width]))
    }
  }

  /// Sets the cell at `point` if it is inside `clip`. A wide cell that fits only by half becomes a space.
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
  /// Replaces the other half of a wide character, as ``Buffer/clearWideHalf(at:)`` does.
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
