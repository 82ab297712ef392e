import ReducerRuntime

/// Text that wraps between words at the available width, and at ``ReadableWidth/columns``.
///
/// - Complexity: O(n) to measure and to draw.
public struct Paragraph: PrimitiveView {
  let content: String
  let spans: [TextSpan]

  public init(_ content: String) {
    self.content = content
    spans = []
  }

  /// Creates a view of an alert's or a dialog's text, with its styles laid over the environment's.
  public init(_ state: TextState) {
    content = String(state: state)
    spans = TextSpan.spans(of: state, in: content)
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var width = 0
    var height = 0
    forEachLine(width: proposal.width) { line in
      width = max(width, TextWidth.width(of: line))
      height += 1
    }
    return Layout(Size(width, height))
  }

  public func draw(in canvas: inout Canvas) {
    var y = 0
    forEachLine(width: canvas.size.width) { line in
      canvas.write(line, at: Point(0, y))
      canvas.restyle(line, at: 0, row: y, spans)
      y += 1
    }
  }

  private func forEachLine(width: Int, _ body: (Substring) -> Void) {
    guard width > 0 else { return }
    let width = min(width, ReadableWidth.columns)
    TextLines.forEach(of: content) { line in
      var rest = line
      repeat {
        let end = Self.end(of: rest, width: width)
        body(rest[..<end])
        rest = rest[end...].drop { $0 == " " }
      } while !rest.isEmpty
    }
  }

  /// Returns the end of the first line of `text`: after the last word that fits, or inside a word that is longer than
  /// a line.
  private static func end(of text: Substring, width: Int) -> Substring.Index {
    var used = 0
    var lastSpace: Substring.Index?
    var index = text.unicodeScalars.startIndex
    while index < text.unicodeScalars.endIndex {
      let scalar = text.unicodeScalars[index]
      if scalar == " " { lastSpace = index }
      used += max(0, TextWidth.width(of: scalar))
      if used > width {
        if let lastSpace, lastSpace > text.startIndex { return lastSpace }
        return index > text.startIndex ? index : text.unicodeScalars.index(after: index)
      }
      index = text.unicodeScalars.index(after: index)
    }
    return text.endIndex
  }
}
