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
