import ReducerRuntime

/// One or more lines of text that don't wrap; see ``Paragraph`` for text that wraps.
///
/// Lines are split at "\n". A line that is too long ends in an ellipsis. Colors come from the environment:
/// `Text("12").style(.accent)`.
public struct Text: PrimitiveView {
  let content: String
  let alignment: AxisAlignment
  let spans: [TextSpan]

  public init(_ content: String, alignment: AxisAlignment = .leading) {
    self.content = content
    self.alignment = alignment
    spans = []
  }

  /// Creates a view of an alert's or a dialog's text, with its styles laid over the environment's.
  public init(_ state: TextState, alignment: AxisAlignment = .leading) {
    content = String(state: state)
    self.alignment = alignment
    spans = TextSpan.spans(of: state, in: content)
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var width = 0
    var height = 0
    TextLines.forEach(of: content) { line in
      width = max(width, TextWidth.width(of: line))
      height += 1
    }
    return Layout(Size(width, height))
  }

  // A line of ASCII occupies as many cells as it has bytes.
  public func isLaidOut(like other: Text) -> Bool {
    content.utf8.count == other.content.utf8.count && TextWidth.isPrintableASCII(content)
      && TextWidth.isPrintableASCII(other.content)
  }

  public func draw(in canvas: inout Canvas) {
    // Printable ASCII has no line breaks to search for.
    if spans.isEmpty, TextWidth.isPrintableASCII(content) {
      canvas.write(content, row: 0, alignment: alignment)
      return
    }
    var y = 0
    TextLines.forEach(of: content) { line in
      canvas.write(line, row: y, alignment: alignment)
      if !spans.isEmpty {
        let room = canvas.size.width
        let x = alignment.offset(of: min(TextWidth.width(of: line), room), in: room)
        canvas.restyle(line, at: x, row: y, spans)
      }
      y += 1
    }
  }
}

enum TextLines {
  /// Calls `body` with each line. Doesn't allocate, unlike `split`.
  static func forEach(of text: String, _ body: (Substring) -> Void) {
    var rest = text[...]
    while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
      body(rest[..<end])
      rest = rest[rest.utf8.index(after: end)...]
    }
    body(rest)
  }
}

extension Canvas {
  /// Writes one line into a row, aligned, with an ellipsis if it is too long.
  public mutating func write(
    _ line: some StringProtocol, row: Int, alignment: AxisAlignment = .leading,
    style: Style = .plain
  ) {
    let room = size.width
    let width = TextWidth.width(of: line)
    guard width > room else {
      write(line, at: Point(alignment.offset(of: width, in: room), row), style: style)
      return
    }
    let mark = glyphs.ellipsis
    let markWidth = TextWidth.width(of: mark)
    guard room > markWidth else {
      write(line, at: Point(0, row), style: style)
      return
    }
    // Written before the mark, so that a wide character under the mark is removed entirely.
    let kept = Rect(x: 0, y: row, width: room - markWidth, height: 1)
    clipped(to: kept) { $0.write(line, at: Point(0, row), style: style) }
    write(mark, at: Point(room - markWidth, row), style: style)
  }
}
