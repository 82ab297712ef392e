/// Digits made of blocks, to be read from across a room: `0-9`, `:`, `.`, `-` and space.
///
/// They grow with the room, keep to blocks one column wide where it is tight, and become plain bold
/// text where even those don't fit.
public struct BigDigits: PrimitiveView {
  let text: String
  let minorFrom: Int
  let maxScale: Int

  /// - Parameters:
  ///   - minorFrom: Position in `text` from which characters count less (hundredths of a second).
  ///   - maxScale: How many times the smallest size it may grow to.
  public init(_ text: String, minorFrom: Int = .max, maxScale: Int = 12) {
    self.text = text
    self.minorFrom = minorFrom
    self.maxScale = max(1, maxScale)
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard environment.drawsPictures, let font = font(in: proposal) else {
      return Layout(Size(text.utf8.count, 1))
    }
    return Layout(size(in: font))
  }

  public func draw(in canvas: inout Canvas) {
    guard canvas.environment.drawsPictures, let font = font(in: canvas.size) else {
      canvas.write(text, row: 0, alignment: .center, style: canvas.theme.digit)
      return
    }
    let size = size(in: font)
    var x = AxisAlignment.center.offset(of: size.width, in: canvas.size.width)
    let top = AxisAlignment.center.offset(of: size.height, in: canvas.size.height)
    for (position, byte) in text.utf8.enumerated() {
      let style = position < minorFrom ? canvas.theme.digit : canvas.theme.digitMinor
      font.draw(BlockGlyph(byte), at: Point(x, top), style, &canvas)
      x += font.advance(of: BlockGlyph(byte))
    }
  }

  private var pixels: Int { text.utf8.reduce(0) { $0 + BlockGlyph.width(of: $1) } }

  private func size(in font: BlockFont) -> Size {
    font.size(of: pixels, characters: text.utf8.count)
  }

  private func font(in room: Size) -> BlockFont? {
    var best: BlockFont?
    let pixels = pixels
    for scale in 1...maxScale {
      for columns in (2 * scale - 1)...(2 * scale) {
        let font = BlockFont(columns: columns, rows: scale)
        guard font.size(of: pixels, characters: text.utf8.count).fits(in: room) else {
          return best
        }
        best = font
      }
    }
    return best
  }
}
