/// Large digits and letters made of blocks, legible from a distance.
///
/// The size depends on the available space. The text becomes a line of bold text if even blocks one column wide don't
/// fit, or if it has characters other than `A-Z a-z 0-9 : . / + - '` and space.
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
      return Layout(Size(min(TextWidth.width(of: line(environment)), proposal.width), 1))
    }
    return Layout(size(in: font))
  }

  /// The text as a line. For a screen reader, the less important part is omitted.
  private func line(_ environment: Environment) -> Substring {
    environment.canDrawGraphics ? text[...] : text.prefix(minorStart)
  }

  public func isLaidOut(like other: BigText) -> Bool {
    count == other.count && pixels == other.pixels && maxScale == other.maxScale
      && hasBlocks && other.hasBlocks
  }

  // The columns from the first changed character to the last changed one.
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
      canvas.write(
        line(canvas.environment), row: 0, alignment: .center, style: canvas.theme.digit)
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

/// Numbers in large digits, each with a caption below it, in a row or a column, whichever has room for larger digits.
///
/// If even the smallest digits don't fit, or graphics aren't allowed, only the captions are written. So a caption
/// includes the number.
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
    ///   - widest: The widest value of the number, so that the layout stays the same; by default `digits`.
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
  let rows: InlineArray<5, UInt8>

  static let height = 5

  /// The characters and their rows.
  private static let table = """
    0 111 101 101 101 111
    1 010 110 010 010 111
    2 111 001 111 100 111
    3 111 001 111 001 111
    4 101 101 111 001 001
    5 111 100 111 001 111
    6 111 100 111 101 111
    7 111 001 001 001 001
    8 111 101 111 101 111
    9 111 101 111 001 111
    : 0 1 0 1 0
    . 0 0 0 0 1
    + 000 010 111 010 000
    - 000 000 111 000 000
    A 010 101 111 101 101
    B 110 101 110 101 110
    C 111 100 100 100 111
    D 110 101 101 101 110
    E 111 100 110 100 111
    F 111 100 110 100 100
    G 111 100 101 101 111
    H 101 101 111 101 101
    I 1 1 1 1 1
    J 001 001 001 101 111
    K 101 101 110 101 101
    L 100 100 100 100 111
    M 10001 11011 10101 10001 10001
    N 1001 1101 1011 1001 1001
    O 111 101 101 101 111
    P 111 101 111 100 100
    Q 1110 1010 1010 1110 0001
    R 110 101 110 101 101
    S 011 100 010 001 110
    T 111 010 010 010 010
    U 101 101 101 101 111
    V 101 101 101 101 010
    W 10001 10001 10101 11011 10001
    X 101 101 010 101 101
    Y 101 101 010 010 010
    Z 111 001 010 100 111
    / 001 001 010 100 100
    ' 1 1 0 0 0
    """

  /// The bitmaps by character code. Lowercase letters use the bitmaps of uppercase letters.
  private static let glyphs: [BlockGlyph?] = {
    var glyphs = [BlockGlyph?](repeating: nil, count: 256)
    glyphs[Int(UInt8(ascii: " "))] = blank
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let code = words[0].utf8.first else { continue }
      let rows = InlineArray<5, UInt8> { UInt8(words[$0 + 1], radix: 2) ?? 0 }
      let glyph = BlockGlyph(width: words[1].count, rows: rows)
      glyphs[Int(code)] = glyph
      if code >= UInt8(ascii: "A") { glyphs[Int(code) + 32] = glyph }
    }
    return glyphs
  }()

  private static let blank = BlockGlyph(width: 2, rows: InlineArray(repeating: 0))

  /// Returns the width in pixels of an ASCII character's bitmap.
  static func width(of byte: UInt8) -> Int { (glyphs[Int(byte)] ?? blank).width }

  /// Returns whether the font has all characters of a text.
  static func canDraw(_ text: String) -> Bool {
    text.utf8.allSatisfy { glyphs[Int($0)] != nil }
  }

  private init(width: Int, rows: InlineArray<5, UInt8>) {
    self.width = width
    self.rows = rows
  }

  /// Creates the bitmap of an ASCII character; blank if the font has none.
  init(_ byte: UInt8) { self = Self.glyphs[Int(byte)] ?? Self.blank }
}

/// A size of the block font: the number of cells for each pixel of a ``BlockGlyph``.
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
      var left = glyph.rows[row]
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
