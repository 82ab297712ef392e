/// The shape of a big character: five rows of pixels, each row's leftmost pixel in the highest bit.
struct BlockGlyph {
  let width: Int
  let rows: (UInt8, UInt8, UInt8, UInt8, UInt8)

  static let height = 5

  /// The shape for an ASCII character; blank for one there is no shape for.
  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0"): self.init(3, (0b111, 0b101, 0b101, 0b101, 0b111))
    case UInt8(ascii: "1"): self.init(3, (0b010, 0b110, 0b010, 0b010, 0b111))
    case UInt8(ascii: "2"): self.init(3, (0b111, 0b001, 0b111, 0b100, 0b111))
    case UInt8(ascii: "3"): self.init(3, (0b111, 0b001, 0b111, 0b001, 0b111))
    case UInt8(ascii: "4"): self.init(3, (0b101, 0b101, 0b111, 0b001, 0b001))
    case UInt8(ascii: "5"): self.init(3, (0b111, 0b100, 0b111, 0b001, 0b111))
    case UInt8(ascii: "6"): self.init(3, (0b111, 0b100, 0b111, 0b101, 0b111))
    case UInt8(ascii: "7"): self.init(3, (0b111, 0b001, 0b001, 0b001, 0b001))
    case UInt8(ascii: "8"): self.init(3, (0b111, 0b101, 0b111, 0b101, 0b111))
    case UInt8(ascii: "9"): self.init(3, (0b111, 0b101, 0b111, 0b001, 0b111))
    case UInt8(ascii: ":"): self.init(1, (0, 1, 0, 1, 0))
    case UInt8(ascii: "."): self.init(1, (0, 0, 0, 0, 1))
    case UInt8(ascii: "-"): self.init(3, (0, 0, 0b111, 0, 0))
    default: self.init(2, (0, 0, 0, 0, 0))
    }
  }

  private init(_ width: Int, _ rows: (UInt8, UInt8, UInt8, UInt8, UInt8)) {
    self.width = width
    self.rows = rows
  }

  func row(_ index: Int) -> UInt8 {
    switch index {
    case 0: rows.0
    case 1: rows.1
    case 2: rows.2
    case 3: rows.3
    default: rows.4
    }
  }
}

/// How large a pixel of ``BlockGlyph`` is in cells.
struct BlockFont {
  /// Columns of a pixel. Cells are about twice as high as wide, so twice the rows look square.
  let columns: Int
  let rows: Int

  /// Columns between two characters.
  private var gap: Int { max(1, columns / 2) }

  func advance(of glyph: BlockGlyph) -> Int { glyph.width * columns + gap }

  func size(of text: String) -> Size {
    let width = text.utf8.reduce(0) { $0 + advance(of: BlockGlyph($1)) }
    return Size(width - gap, BlockGlyph.height * rows)
  }

  @MainActor
  func draw(_ glyph: BlockGlyph, at origin: Point, _ style: Style, _ canvas: inout Canvas) {
    for row in 0..<BlockGlyph.height {
      let pixels = glyph.row(row)
      for column in 0..<glyph.width where pixels & (1 << UInt8(glyph.width - 1 - column)) != 0 {
        canvas.fill(
          Rect(
            x: origin.x + column * columns, y: origin.y + row * rows, width: columns,
            height: rows), with: canvas.glyphs.block, style: style)
      }
    }
  }
}
