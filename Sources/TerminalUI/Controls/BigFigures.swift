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
