/// A bitmap of dots: two by four in a cell with Braille patterns, one by two with ASCII.
struct DotGrid {
  /// The size in cells.
  let cells: Size
  /// The number of dots in a cell along each axis.
  let dotsPerCell: Size
  private var patterns: [UInt8]

  init(_ cells: Size, _ glyphs: GlyphSet) {
    self.cells = cells
    dotsPerCell = glyphs.hasBraille ? Size(2, 4) : Size(1, 2)
    patterns = Array(repeating: 0, count: max(0, cells.width * cells.height))
  }

  /// The size in dots.
  var size: Size { Size(cells.width * dotsPerCell.width, cells.height * dotsPerCell.height) }

  /// Returns the cell that contains a dot.
  func cell(of dot: Point) -> Point { Point(dot.x / dotsPerCell.width, dot.y / dotsPerCell.height) }

  mutating func set(_ dot: Point) {
    guard (0..<size.width).contains(dot.x), (0..<size.height).contains(dot.y) else { return }
    let cell = cell(of: dot)
    patterns[cell.y * cells.width + cell.x] |= bit(
      Point(dot.x % dotsPerCell.width, dot.y % dotsPerCell.height))
  }

  /// Sets the dots of a line between two dots.
  ///
  /// - Parameter interval: The distance in columns between dots that are set.
  /// - Complexity: O(dots of the line).
  mutating func line(from start: Point, to end: Point, every interval: Int = 1) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y))
    for step in 0...steps {
      let dot = Point(
        start.x + Self.share(step, of: end.x - start.x, in: max(1, steps)),
        start.y + Self.share(step, of: end.y - start.y, in: max(1, steps)))
      if dot.x % interval == 0 { set(dot) }
    }
  }

  /// Returns `step` of `steps` equal parts of `distance`, rounded.
  private static func share(_ step: Int, of distance: Int, in steps: Int) -> Int {
    (2 * step * distance + (distance < 0 ? -steps : steps)) / (2 * steps)
  }

  private func bit(_ dot: Point) -> UInt8 {
    // Braille dots are numbered down the columns, except for the lowest row, which was added later.
    guard dotsPerCell.width > 1 else { return 1 << UInt8(dot.y) }
    return dot.y < 3 ? 1 << UInt8(dot.y + 3 * dot.x) : 0x40 << UInt8(dot.x)
  }

  func draw(at origin: Point, in canvas: inout Canvas, style: Style = .plain) {
    for y in 0..<cells.height {
      for x in 0..<cells.width {
        guard let glyph = glyph(patterns[y * cells.width + x]) else { continue }
        canvas.put(glyph, at: Point(origin.x + x, origin.y + y), style: style)
      }
    }
  }

  private func glyph(_ pattern: UInt8) -> Unicode.Scalar? {
    switch (pattern, dotsPerCell.width) {
    case (0, _): nil
    case (1, 1): "'"
    case (2, 1): "."
    case (_, 1): ":"
    default: Unicode.Scalar(0x2800 + UInt32(pattern))
    }
  }
}
