extension Buffer {
  /// Writes `text` along a row, starting at `point`, as far as `clip` allows.
  ///
  /// This is where text enters a screen: controls and format characters are dropped, marks join
  /// the letter before them (at most four, so that no pile of marks breaks a row).
  ///
  /// - Returns: The number of columns the text takes, clipped or not.
  /// - Complexity: O(n). Nothing is allocated unless a combining mark appears.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at point: Point, style: Style = .plain, within clip: Rect? = nil
  ) -> Int {
    let area = clip.map { bounds.intersection($0) } ?? bounds
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

  /// Fills a rectangle with copies of one cell; a wide one counts as a space.
  ///
  /// - Complexity: O(cells covered).
  public mutating func fill(_ rect: Rect, with cell: Cell, within clip: Rect? = nil) {
    let area = bounds.intersection(rect).intersection(clip ?? bounds)
    guard !area.isEmpty else { return }
    let cell = cell.width == 1 ? cell : .blank(cell.style)
    for y in area.minY..<area.maxY {
      let row = y * size.width
      // Only at the ends of a row can a wide character be cut in two.
      loosen(row + area.minX)
      loosen(row + area.maxX - 1)
      for index in row + area.minX..<row + area.maxX { cells[index] = cell }
    }
  }

  /// Lays `style` over what is already drawn in a rectangle.
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
