import ReducerRuntime

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
  /// Lays the styles of `spans` over a line of their text that was written into `row` from column `x` on.
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
