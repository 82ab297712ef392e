import ReducerRuntime

/// One or more lines of text that don't wrap; see ``Paragraph`` for text that wraps.
///
/// Lines are split at "\n", and a tab is a space. A line that is too long is truncated with an ellipsis. Colors come from the environment:
/// `Text("12").style(.accent)`.
public struct Text: PrimitiveView {
  let content: String
  let alignment: AxisAlignment
  let spans: [TextSpan]

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - content: The text.
  ///   - alignment: The position of each line in a wider space.
  public init(_ content: String, alignment: AxisAlignment = .leading) {
    self.content = content
    self.alignment = alignment
    spans = []
  }

  /// Creates a view of the text of an alert or a dialog, with its styles laid over the environment's.
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

  // From the first changed character to the last one.
  public func columnsChanged(
    since old: Text, in size: Size, _ environment: Environment
  ) -> Range<Int> {
    let count = content.utf8.count
    guard
      count <= size.width, spans.isEmpty, old.spans.isEmpty, alignment == old.alignment
    else { return 0..<size.width }
    let changed = content.utf8.withContiguousStorageIfAvailable { new in
      old.content.utf8.withContiguousStorageIfAvailable { old -> Range<Int> in
        guard let first = new.indices.first(where: { new[$0] != old[$0] }) else { return 0..<0 }
        let start = alignment.offset(of: count, in: size.width)
        return start + first..<start + 1 + (new.indices.last { new[$0] != old[$0] } ?? first)
      }
    }
    return (changed ?? nil) ?? 0..<size.width
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
  /// Writes one line into a row, aligned, with an ellipsis if it is truncated.
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
    // The line is written before the ellipsis, so that a wide character below the ellipsis is removed entirely.
    let kept = Rect(x: 0, y: row, width: room - markWidth, height: 1)
    clipped(to: kept) { $0.write(line, at: Point(0, row), style: style) }
    write(mark, at: Point(room - markWidth, row), style: style)
  }
}

// MARK: - Styles

/// A part of a text with its own style.
struct TextSpan {
  let range: Range<String.Index>
  let run: TextState.Run

  /// Returns the parts of `state` that have attributes or a color.
  static func spans(of state: TextState, in content: String) -> [TextSpan] {
    var spans: [TextSpan] = []
    var start = content.startIndex
    for run in state.runs {
      let end = content.utf8.index(start, offsetBy: run.content.utf8.count)
      if run.attributes != [] || run.foregroundColor != nil {
        spans.append(TextSpan(range: start..<end, run: run))
      }
      start = end
    }
    return spans
  }

  func style(_ theme: Theme) -> Style {
    var attributes: Style.Attributes = []
    if run.attributes.contains(.bold) { attributes.insert(.bold) }
    if run.attributes.contains(.italic) { attributes.insert(.italic) }
    if run.attributes.contains(.underline) { attributes.insert(.underline) }
    // Few terminals support strikethrough, so it is shown as dim.
    if run.attributes.contains(.strikethrough) { attributes.insert(.dim) }
    let color = theme.showsColors ? run.foregroundColor.map(Color.init) : nil
    return Style(color ?? .default, attributes)
  }
}

extension Color {
  /// Creates the palette color for `state`.
  init(_ state: TextState.Color) {
    self =
      switch state {
      case .black: .black
      case .red: .red
      case .green: .green
      case .yellow: .yellow
      case .blue: .blue
      case .magenta: .magenta
      case .cyan: .cyan
      case .white: .white
      case .brightBlack: .brightBlack
      case .brightRed: .brightRed
      case .brightGreen: .brightGreen
      case .brightYellow: .brightYellow
      case .brightBlue: .brightBlue
      case .brightMagenta: .brightMagenta
      case .brightCyan: .brightCyan
      case .brightWhite: .brightWhite
      }
  }
}

extension Canvas {
  /// Lays the styles of `spans` over a line of their text, which was written into `row` from column `x` on.
  @MainActor
  mutating func restyle(_ line: Substring, at x: Int, row: Int, _ spans: [TextSpan]) {
    for span in spans {
      let range = span.range.clamped(to: line.startIndex..<line.endIndex)
      if range.isEmpty { continue }
      let start = x + TextWidth.width(of: line[..<range.lowerBound])
      let width = TextWidth.width(of: line[range])
      restyle(Rect(x: start, y: row, width: width, height: 1), span.style(theme))
    }
  }
}

// MARK: - Paragraphs

/// Text that wraps between words at the available width, and at ``ReadableWidth/columns``.
///
/// - Complexity: O(n) to measure and to draw.
public struct Paragraph: PrimitiveView {
  let content: String
  let spans: [TextSpan]

  /// Creates a view of a text.
  public init(_ content: String) {
    self.content = content
    spans = []
  }

  /// Creates a view of the text of an alert or a dialog, with its styles laid over the environment's.
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
        rest = rest[end...].drop { $0 == " " || $0 == "\t" }
      } while !rest.isEmpty
    }
  }

  /// Returns the end of the first line of `text`: after the last word that fits, or inside a word that is longer than a
  /// line.
  private static func end(of text: Substring, width: Int) -> Substring.Index {
    var used = 0
    var lastSpace: Substring.Index?
    var index = text.unicodeScalars.startIndex
    while index < text.unicodeScalars.endIndex {
      let scalar = TextWidth.shown(text.unicodeScalars[index])
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
