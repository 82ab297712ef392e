/// A view of a ``TextField`` in one line, with a block as its cursor, and a caret below the position of an error.
///
/// A text that does not fit is scrolled, so that the cursor has text on both sides.
public struct TextFieldView: PrimitiveView {
  let field: TextField
  let isFocused: Bool
  let errorColumn: Int?

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - isFocused: Whether the cursor is shown.
  ///   - errorColumn: The number of the character with an error, counted from 1, if there is one.
  public init(_ field: TextField, isFocused: Bool = true, errorColumn: Int? = nil) {
    self.field = field
    self.isFocused = isFocused
    self.errorColumn = errorColumn
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(
      Size(
        min(TextWidth.width(of: field.text) + 1, proposal.width),
        showsCaret(environment) ? 2 : 1))
  }

  // The plain mode says the column, and a caret below it would be read aloud as a line of its own.
  private func showsCaret(_ environment: Environment) -> Bool {
    errorColumn != nil && environment.canDrawGraphics
  }

  public func draw(in canvas: inout Canvas) {
    let (text, width) = (field.text, canvas.size.width)
    guard width > 0 else { return }
    let center = isFocused || errorColumn == nil ? field.cursor : (errorColumn ?? 1) - 1
    let (visible, x) = Self.window(of: text, around: center, in: width)
    canvas.write(visible, style: field.isDefault ? canvas.theme.dim : .plain)
    if isFocused {
      let cursor = text.index(text.startIndex, offsetBy: field.cursor)
      let character = cursor < text.endIndex ? text[cursor...cursor] : " "
      canvas.write(
        character, at: Point(TextWidth.width(of: text[..<cursor]) - x, 0),
        style: canvas.theme.selection)
    }
    if let errorColumn, showsCaret(canvas.environment) {
      let caret = TextWidth.width(of: text.prefix(errorColumn - 1)) - x
      if (0..<width).contains(caret) { canvas.write("^", at: Point(caret, 1)) }
    }
  }

  /// Returns the part of a text that is visible in `width` columns, and the columns before it.
  ///
  /// - Parameter center: The number of characters before the position that must be visible.
  private static func window(
    of text: String, around center: Int, in width: Int
  ) -> (visible: Substring, start: Int) {
    // The cursor after the last character needs a column of its own.
    let hidden = TextWidth.width(of: text) + 1 - width
    guard hidden > 0 else { return (text[...], 0) }
    let start = min(max(0, TextWidth.width(of: text.prefix(center)) - width / 2), hidden)
    var (visible, x) = (text[...], 0)
    // Whole characters, so that no wide one is cut in two.
    while x < start, let first = visible.first {
      x += TextWidth.width(of: String(first))
      visible.removeFirst()
    }
    return (visible, x)
  }
}
