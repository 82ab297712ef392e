/// Large digits and letters made of blocks, legible from a distance.
///
/// The size depends on the available space. If not even blocks one column wide fit, or a character isn't one of
/// `A-Z a-z 0-9 : . / - '` and space, it is a line of bold text.
public struct BigText: PrimitiveView {
  let text: String
  let minorStart: Int
  let maxScale: Int
  /// The number of characters, and their total width in pixels.
  private let count: Int
  private let pixels: Int
  /// Whether each character can be made of blocks.
  private let hasBlocks: Bool

  /// Creates a view of large characters.
  ///
  /// - Parameters:
  ///   - minorStart: The offset in `text` of the first less important character, such as hundredths of a second.
  ///   - maxScale: The maximum size, as a multiple of the smallest.
  public init(_ text: String, minorStart: Int = .max, maxScale: Int = 12) {
    self.text = text
    self.minorStart = minorStart
    self.maxScale = max(1, maxScale)
    hasBlocks = BlockGlyph.canDraw(text)
    (count, pixels) = Self.measure(text)
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard environment.canDrawGraphics, let font = font(in: proposal) else {
      return Layout(Size(min(TextWidth.width(of: text), proposal.width), 1))
    }
    return Layout(size(in: font))
  }

  public func isLaidOut(like other: BigText) -> Bool {
    count == other.count && pixels == other.pixels && maxScale == other.maxScale
      && hasBlocks && other.hasBlocks
  }

  // From the first character that differs to the last.
  public func columnsChanged(
    since old: BigText, in size: Size, _ environment: Environment
  ) -> Range<Int> {
    guard
      environment.canDrawGraphics, minorStart == old.minorStart, count == old.count,
      let font = font(in: size)
    else { return 0..<size.width }
    var changed = 0..<0
    var x = left(in: font, size)
    var others = old.text.utf8.makeIterator()
    for byte in text.utf8 {
      let next = x + font.advance(byte)
      if let before = others.next(), before != byte {
        guard BlockGlyph.width(of: before) == BlockGlyph.width(of: byte) else {
          return 0..<size.width
        }
        changed = (changed.isEmpty ? x : changed.lowerBound)..<next
      }
      x = next
    }
    return changed
  }

  public func draw(in canvas: inout Canvas) {
    guard canvas.environment.canDrawGraphics, let font = font(in: canvas.size) else {
      canvas.write(text, row: 0, alignment: .center, style: canvas.theme.digit)
      return
    }
    let size = size(in: font)
    var x = left(in: font, canvas.size)
    let top = AxisAlignment.center.offset(of: size.height, in: canvas.size.height)
    let major = canvas.cell(canvas.glyphs.block, canvas.theme.digit)
    let minor = canvas.cell(canvas.glyphs.block, canvas.theme.digitMinor)
    var position = 0
    for byte in text.utf8 {
      let next = x + font.advance(byte)
      let room = Rect(x: x, y: top, width: next - x, height: size.height)
      if !canvas.visible(room).isEmpty {
        let block = position < minorStart ? major : minor
        font.draw(BlockGlyph(byte), at: room.origin, block, &canvas)
      }
      x = next
      position += 1
    }
  }

  /// Returns the column of the first character.
  private func left(in font: BlockFont, _ room: Size) -> Int {
    AxisAlignment.center.offset(of: size(in: font).width, in: room.width)
  }

  nonisolated static func measure(_ text: String) -> (count: Int, pixels: Int) {
    var text = text
    return text.withUTF8 { bytes in
      (bytes.count, bytes.reduce(0) { $0 + BlockGlyph.width(of: $1) })
    }
  }

  private func size(in font: BlockFont) -> Size {
    font.size(of: pixels, characters: count)
  }

  private func font(in room: Size) -> BlockFont? {
    var best: BlockFont?
    guard hasBlocks else { return nil }
    for scale in 1...maxScale {
      for columns in (2 * scale - 1)...(2 * scale) {
        let font = BlockFont(columns: columns, rows: scale)
        guard size(in: font).fits(in: room) else { return best }
        best = font
      }
    }
    return best
  }
}

// MARK: - Figures

/// Numbers in large digits, each with a caption below it, arranged in a row or a column, whichever allows larger digits.
///
/// If not even the smallest digits fit, or graphics aren't allowed, only the captions are written. So a caption includes
/// the number.
///
/// ```swift
/// BigFigures([
///   .init("14", words: "REPS 14"), .init("1:41", widest: "2:00", words: "1:41 left"),
/// ])
/// ```
public struct BigFigures: PrimitiveView {
  /// A number and its caption.
  public struct Figure: Hashable, Sendable {
    let digits: String
    let words: String
    let role: Theme.Role
    /// The number of characters of the widest number, and their total width in pixels.
    let characters: Int
    let pixels: Int

    /// - Parameters:
    ///   - digits: `0-9`, letters, `:`, `.`, `/`, `+`, `-` and space.
    ///   - widest: The widest value of the number, so that the layout doesn't change with it; by default `digits`.
    ///   - words: The caption, which includes the number.
    ///   - role: The style of the digits.
    public init(
      _ digits: String, widest: String? = nil, words: String, role: Theme.Role = .digit
    ) {
      self.digits = digits
      self.words = words
      self.role = role
      let own = BigText.measure(digits)
      let widest = widest.map { BigText.measure($0) } ?? own
      characters = max(own.count, widest.count)
      pixels = max(own.pixels, widest.pixels)
    }

    func width(in font: BlockFont) -> Int {
      max(font.size(of: pixels, characters: characters).width, TextWidth.width(of: words))
    }
  }

  let figures: [Figure]
  let maxHeight: Int

  /// Creates a view of several numbers.
  ///
  /// - Parameter maxHeight: The maximum number of rows of digits and captions.
  public init(_ figures: [Figure], maxHeight: Int = .max) {
    self.figures = figures
    self.maxHeight = maxHeight
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard let arrangement = arrangement(in: proposal, environment) else {
      let words = wordsInOneRow(proposal)
      return Layout(Size(min(TextWidth.width(of: words), proposal.width), 1))
    }
    return Layout(arrangement.size)
  }

  public func draw(in canvas: inout Canvas) {
    guard let arrangement = arrangement(in: canvas.size, canvas.environment) else {
      canvas.write(
        wordsInOneRow(canvas.size), row: 0, alignment: .center, style: canvas.theme.accent)
      return
    }
    var origin = Point(
      AxisAlignment.center.offset(of: arrangement.size.width, in: canvas.size.width),
      AxisAlignment.center.offset(of: arrangement.size.height, in: canvas.size.height))
    for figure in figures {
      let width =
        arrangement.isRow ? figure.width(in: arrangement.font) : arrangement.size.width
      draw(figure, in: arrangement.font, at: origin, width: width, &canvas)
      if arrangement.isRow {
        origin.x += width + arrangement.gap
      } else {
        origin.y += Self.height(in: arrangement.font)
      }
    }
  }

  private func draw(
    _ figure: Figure, in font: BlockFont, at origin: Point, width: Int, _ canvas: inout Canvas
  ) {
    let (count, pixels) = BigText.measure(figure.digits)
    let own = font.size(of: pixels, characters: count).width
    var x = origin.x + AxisAlignment.center.offset(of: own, in: width)
    let block = canvas.cell(canvas.glyphs.block, canvas.theme[figure.role])
    for byte in figure.digits.utf8 {
      font.draw(BlockGlyph(byte), at: Point(x, origin.y), block, &canvas)
      x += font.advance(byte)
    }
    let words = TextWidth.width(of: figure.words)
    let left = origin.x + AxisAlignment.center.offset(of: words, in: width)
    canvas.write(
      figure.words, at: Point(left, origin.y + BlockGlyph.height * font.rows),
      style: canvas.theme.accent)
  }

  /// Returns the number of rows of a figure, including its caption.
  private static func height(in font: BlockFont) -> Int { BlockGlyph.height * font.rows + 1 }

  private func wordsInOneRow(_ room: Size) -> String {
    figures.map(\.words).joined(separator: room.width < 40 ? "  " : "   ")
  }

  /// A font and the positions of the figures.
  private struct Arrangement {
    let font: BlockFont
    let isRow: Bool
    let size: Size
    /// The number of columns between two figures in a row.
    let gap: Int
  }

  /// Returns the arrangement with the largest digits; `nil` if none fits.
  private func arrangement(in room: Size, _ environment: Environment) -> Arrangement? {
    guard environment.canDrawGraphics else { return nil }
    let room = Size(room.width, min(room.height, maxHeight))
    var best: Arrangement?
    for scale in 1...12 {
      for columns in (2 * scale - 1)...(2 * scale) {
        let font = BlockFont(columns: columns, rows: scale)
        guard
          let next = [true, false].lazy.map({ arrangement(in: font, isRow: $0) })
            .first(where: { $0.size.fits(in: room) })
        else { return best }
        best = next
      }
    }
    return best
  }

  private func arrangement(in font: BlockFont, isRow: Bool) -> Arrangement {
    let gap = max(4, 2 * font.columns)
    let widths = figures.map { $0.width(in: font) }
    let size =
      isRow
      ? Size(widths.reduce(-gap) { $0 + $1 + gap }, Self.height(in: font))
      : Size(widths.max() ?? 0, figures.count * Self.height(in: font))
    return Arrangement(font: font, isRow: isRow, size: size, gap: gap)
  }
}

// MARK: - Font

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
