import TerminalUI

/// What is typed into a line, and the cursor behind it; where there is no room for all of it, its end.
struct FormText: PrimitiveView {
  let text: String

  init(_ text: String) { self.text = text }

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(min(TextWidth.width(of: text) + 1, proposal.width), 1))
  }

  func draw(in canvas: inout Canvas) {
    var rest = text[...]
    while !rest.isEmpty, TextWidth.width(of: rest) >= canvas.size.width { rest.removeFirst() }
    let end = canvas.write(rest)
    canvas.write(" ", at: Point(end, 0), style: canvas.theme.selection)
  }
}
