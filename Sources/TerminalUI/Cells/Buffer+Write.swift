extension Buffer {
  /// Writes `text` along a row, starting at `point`, as far as `clip` allows.
  ///
  /// Control and format characters are dropped. Combining marks are added to the preceding character, up
  /// to four of them, so that stacked marks don't reach into other rows.
  ///
  /// - Returns: The width of the text in columns, including clipped ones.
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
  /// - Returns: The width of the text in columns; `nil`, without writing, for other text.
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
}
