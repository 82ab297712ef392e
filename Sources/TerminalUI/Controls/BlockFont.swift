/// The bitmap of a large character: five rows of pixels, with the leftmost pixel in the highest bit.
struct BlockGlyph {
  let width: Int
  let rows: (UInt8, UInt8, UInt8, UInt8, UInt8)

  static let height = 5

  /// Returns the width in pixels of an ASCII character's bitmap.
  static func width(of byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): 3
    case UInt8(ascii: ":"), UInt8(ascii: "."): 1
    default: 2
    }
  }

  /// Creates the bitmap of an ASCII character; blank if the font has none.
  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0"): self.init(byte, (0b111, 0b101, 0b101, 0b101, 0b111))
    case UInt8(ascii: "1"): self.init(byte, (0b010, 0b110, 0b010, 0b010, 0b111))
    case UInt8(ascii: "2"): self.init(byte, (0b111, 0b001, 0b111, 0b100, 0b111))
    case UInt8(ascii: "3"): self.init(byte, (0b111, 0b001, 0b111, 0b001, 0b111))
    case UInt8(ascii: "4"): self.init(byte, (0b101, 0b101, 0b111, 0b001, 0b001))
    case UInt8(ascii: "5"): self.init(byte, (0b111, 0b100, 0b111, 0b001, 0b111))
    case UInt8(ascii: "6"): self.init(byte, (0b111, 0b100, 0b111, 0b101, 0b111))
    case UInt8(ascii: "7"): self.init(byte, (0b111, 0b001, 0b001, 0b001, 0b001))
    case UInt8(ascii: "8"): self.init(byte, (0b111, 0b101, 0b111, 0b101, 0b111))
    case UInt8(ascii: "9"): self.init(byte, (0b111, 0b101, 0b111, 0b001, 0b111))
    case UInt8(ascii: ":"): self.init(byte, (0, 1, 0, 1, 0))
    case UInt8(ascii: "."): self.init(byte, (0, 0, 0, 0, 1))
    case UInt8(ascii: "-"): self.init(byte, (0, 0, 0b111, 0, 0))
    default: self.init(byte, (0, 0, 0, 0, 0))
    }
  }

  private init(_ byte: UInt8, _ rows: (UInt8, UInt8, UInt8, UInt8, UInt8)) {
    width = Self.width(of: byte)
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

/// A size of the block font: the cells of a ``BlockGlyph``'s pixel.
struct BlockFont {
  /// The columns of a pixel. Cells are about twice as high as wide, so twice as many columns as rows look square.
  let columns: Int
  let rows: Int

  /// The number of columns between two characters.
  private var gap: Int { max(1, columns / 2) }

  /// Returns the number of columns from the start of an ASCII character to the next character.
  func advance(_ byte: UInt8) -> Int { BlockGlyph.width(of: byte) * columns + gap }

  /// Returns the size of a text in cells.
  ///
  /// - Parameter pixels: The total width of the characters in pixels.
  func size(of pixels: Int, characters: Int) -> Size {
    Size(pixels * columns + (characters - 1) * gap, BlockGlyph.height * rows)
  }

  @MainActor
  func draw(_ glyph: BlockGlyph, at origin: Point, _ block: Cell, _ canvas: inout Canvas) {
    for row in 0..<BlockGlyph.height {
      var left = glyph.row(row)
      // Adjacent pixels are filled with one call.
      while left != 0 {
        let first = left.leadingZeroBitCount
        let count = (~(left << UInt8(first))).leadingZeroBitCount
        left &= UInt8.max >> UInt8(first + count)
        let column = first - (8 - glyph.width)
        canvas.fill(
          Rect(
            x: origin.x + column * columns, y: origin.y + row * rows, width: count * columns,
            height: rows), with: block)
      }
    }
  }
}
