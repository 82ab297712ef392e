/// The bitmap of a large character: five rows of pixels, with the leftmost pixel in the highest bit.
struct BlockGlyph {
  let width: Int
  let rows: (UInt8, UInt8, UInt8, UInt8, UInt8)

  static let height = 5

  /// Returns the width in pixels of an ASCII character's bitmap.
  static func width(of byte: UInt8) -> Int {
    switch uppercase(byte) {
    case UInt8(ascii: "M"), UInt8(ascii: "W"): 5
    case UInt8(ascii: "N"), UInt8(ascii: "Q"): 4
    case UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "I"): 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"):
      3
    default: 2
    }
  }

  /// Creates the bitmap of an ASCII character, with letters in uppercase; blank if the font has none.
  init(_ byte: UInt8) {
    switch Self.uppercase(byte) {
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
    case UInt8(ascii: "+"): self.init(byte, (0, 0b010, 0b111, 0b010, 0))
    case UInt8(ascii: "-"): self.init(byte, (0, 0, 0b111, 0, 0))
    case UInt8(ascii: "A"): self.init(byte, (0b010, 0b101, 0b111, 0b101, 0b101))
    case UInt8(ascii: "B"): self.init(byte, (0b110, 0b101, 0b110, 0b101, 0b110))
    case UInt8(ascii: "C"): self.init(byte, (0b111, 0b100, 0b100, 0b100, 0b111))
    case UInt8(ascii: "D"): self.init(byte, (0b110, 0b101, 0b101, 0b101, 0b110))
    case UInt8(ascii: "E"): self.init(byte, (0b111, 0b100, 0b110, 0b100, 0b111))
    case UInt8(ascii: "F"): self.init(byte, (0b111, 0b100, 0b110, 0b100, 0b100))
    case UInt8(ascii: "G"): self.init(byte, (0b111, 0b100, 0b101, 0b101, 0b111))
    case UInt8(ascii: "H"): self.init(byte, (0b101, 0b101, 0b111, 0b101, 0b101))
    case UInt8(ascii: "I"): self.init(byte, (1, 1, 1, 1, 1))
    case UInt8(ascii: "J"): self.init(byte, (1, 1, 1, 0b101, 0b111))
    case UInt8(ascii: "K"): self.init(byte, (0b101, 0b101, 0b110, 0b101, 0b101))
    case UInt8(ascii: "L"): self.init(byte, (0b100, 0b100, 0b100, 0b100, 0b111))
    case UInt8(ascii: "M"): self.init(byte, (0b10001, 0b11011, 0b10101, 0b10001, 0b10001))
    case UInt8(ascii: "N"): self.init(byte, (0b1001, 0b1101, 0b1011, 0b1001, 0b1001))
    case UInt8(ascii: "O"): self.init(byte, (0b111, 0b101, 0b101, 0b101, 0b111))
    case UInt8(ascii: "P"): self.init(byte, (0b111, 0b101, 0b111, 0b100, 0b100))
    case UInt8(ascii: "Q"): self.init(byte, (0b1110, 0b1010, 0b1010, 0b1110, 1))
    case UInt8(ascii: "R"): self.init(byte, (0b110, 0b101, 0b110, 0b101, 0b101))
    case UInt8(ascii: "S"): self.init(byte, (0b011, 0b100, 0b010, 1, 0b110))
    case UInt8(ascii: "T"): self.init(byte, (0b111, 0b010, 0b010, 0b010, 0b010))
    case UInt8(ascii: "U"): self.init(byte, (0b101, 0b101, 0b101, 0b101, 0b111))
    case UInt8(ascii: "V"): self.init(byte, (0b101, 0b101, 0b101, 0b101, 0b010))
    case UInt8(ascii: "W"): self.init(byte, (0b10001, 0b10001, 0b10101, 0b11011, 0b10001))
    case UInt8(ascii: "X"): self.init(byte, (0b101, 0b101, 0b010, 0b101, 0b101))
    case UInt8(ascii: "Y"): self.init(byte, (0b101, 0b101, 0b010, 0b010, 0b010))
    case UInt8(ascii: "Z"): self.init(byte, (0b111, 1, 0b010, 0b100, 0b111))
    case UInt8(ascii: "/"): self.init(byte, (1, 1, 0b010, 0b100, 0b100))
    case UInt8(ascii: "'"): self.init(byte, (1, 1, 0, 0, 0))
    default: self.init(byte, (0, 0, 0, 0, 0))
    }
  }

  /// Returns whether the font has all characters of a text.
  static func canDraw(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch uppercase(byte) {
      case UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: " "):
        true
      default: false
      }
    }
  }

  private static func uppercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
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
