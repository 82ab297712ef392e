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
          input(of: line, isFocused: index == form.focus)
          if index == form.focus, !line.choices.isEmpty { Text("  <>").style(.dim) }
        }
        if let problem = form.problem, problem.field == line.field {
          Paragraph("\(problem.field.rawValue): \(problem.sentence)").style(.warning)
            .padding(Insets(top: 0, left: 2, bottom: 0, right: 0))
        }
      }
    }
  }

  @ViewBuilder private func input(of line: Form<Field>.Line, isFocused: Bool) -> some View {
    let column = form.problem.flatMap { $0.field == line.field ? $0.column : nil }
    if line.choices.isEmpty, isFocused || column != nil {
      TextFieldView(line.input, isFocused: isFocused, errorColumn: column)
    } else {
      Text(line.text)
    }
  }
}
