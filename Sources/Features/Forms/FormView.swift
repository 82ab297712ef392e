import TerminalUI

/// A view of a form's lines, and of a problem below the line it belongs to.
struct FormView<Field: Hashable & Sendable & RawRepresentable<String>>: View {
  let form: Form<Field>

  init(_ form: Form<Field>) { self.form = form }

  var body: some View {
    let width = form.lines.map { TextWidth.width(of: $0.field.rawValue) }.max() ?? 0
    VStack {
      ForEach(Array(form.lines.enumerated())) { index, line in
        HStack {
          Text(index == form.focus ? "> " : "  ").style(.accent)
          Text(line.field.rawValue).style(.dim).frame(width: width + 2)
          if index == form.focus, line.choices.isEmpty {
            FormText(line.text)
          } else {
            Text(line.text)
            if index == form.focus { Text("  <>").style(.dim) }
          }
        }
        if let problem = form.problem, problem.field == line.field {
          Paragraph("\(problem.field.rawValue): \(problem.sentence)").style(.warning)
            .padding(Insets(top: 0, left: 2, bottom: 0, right: 0))
        }
      }
    }
  }
}

/// A view of typed text with a cursor at its end. If the text does not fit, its end is shown.
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
