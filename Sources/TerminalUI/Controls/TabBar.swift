/// A row of titles with at most one selected. The selection isn't marked by color alone.
public struct TabBar: PrimitiveView {
  let titles: [String]
  let selection: Int?

  /// Creates a tab bar.
  ///
  /// - Parameter selection: The offset of the selected title; `nil` if none is.
  public init(_ titles: [String], selection: Int?) {
    self.titles = titles
    self.selection = selection
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    let width = titles.reduce(0) { $0 + TextWidth.width(of: $1) + 5 }
    return Layout(Size(width, 1), flexible: .horizontal)
  }

  public func draw(in canvas: inout Canvas) {
    var x = 0
    for (position, title) in titles.enumerated() {
      let start = x
      let style = position == selection ? canvas.theme.selection : canvas.theme.text
      x += canvas.write(" ", at: Point(x, 0), style: style)
      // The key that selects the tab. Tabs after the ninth have none.
      if position < 9, let digit = Unicode.Scalar(0x31 + position) {
        canvas.put(digit, at: Point(x, 0), style: canvas.theme.key.over(style))
        canvas.put(" ", at: Point(x + 1, 0), style: style)
        x += 2
      }
      x += canvas.write(title, at: Point(x, 0), style: style)
      x += canvas.write(" ", at: Point(x, 0), style: style)
      if canvas.environment.taps != nil {
        canvas.tappable(
          .row(Hint.name(of: title), times: 1),
          in: Rect(x: start, y: 0, width: x - start, height: 1))
      }
      x += 1
    }
  }
}
