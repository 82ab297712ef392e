import ReducerRuntime
import Testing

@testable import TerminalUI

/// Tests of `TextState` as it is drawn.
@MainActor
@Suite struct TextSpanTests {
  private func styles(
    _ width: Int, _ height: Int, _ view: some View, theme: Theme = .standard
  ) -> [String] {
    var buffer = Buffer(Size(width, height))
    buffer.draw(view, Environment(theme: theme))
    return buffer.styleLines
  }

  private let question =
    TextState("Delete ") + TextState("Push-ups").bold() + TextState("?").foregroundColor(.red)

  @Test func `each run is drawn in its style`() {
    #expect(draw(20, 1, .unicode, Text(question)) == ["Delete Push-ups?"])
    #expect(
      styles(20, 1, Text(question))
        == ["row 0, columns 7-14: bold", "row 0, columns 15-15: red"])
  }

  @Test func `every attribute has a terminal style`() {
    #expect(styles(1, 1, Text(TextState("a").italic())) == ["row 0, columns 0-0: italic"])
    #expect(styles(1, 1, Text(TextState("a").underline())) == ["row 0, columns 0-0: underline"])
    #expect(styles(1, 1, Text(TextState("a").strikethrough())) == ["row 0, columns 0-0: dim"])
    for color in TextState.Color.allCases {
      #expect("\(Color(color))" == color.rawValue)
    }
  }

  @Test func `attributes remain without colors`() {
    #expect(styles(20, 1, Text(question), theme: .monochrome) == ["row 0, columns 7-14: bold"])
  }

  @Test func `styles are laid over the inherited style`() {
    #expect(
      styles(1, 1, Text(TextState("a").underline()).style(.accent))
        == ["row 0, columns 0-0: bold underline cyan"])
  }

  @Test func `styles follow alignment, line ends, wide characters and truncation`() {
    let lines = TextState("ab\n") + TextState("腕c\nd").bold()
    #expect(
      styles(5, 3, Text(lines, alignment: .trailing))
        == ["row 1, columns 2-4: bold", "row 2, columns 4-4: bold"])
    #expect(
      styles(4, 1, Text(TextState("ab") + TextState("cdefgh").bold()))
        == ["row 0, columns 2-3: bold"])
  }

  @Test func `styles continue on the next line of a paragraph`() {
    let text = TextState("It ") + TextState("cannot be brought").bold() + TextState(" back.")
    #expect(draw(10, 3, .unicode, Paragraph(text)) == ["It cannot", "be brought", "back."])
    #expect(
      styles(10, 3, Paragraph(text))
        == ["row 0, columns 3-8: bold", "row 1, columns 0-9: bold"])
  }

  @Test func `an alert's state is drawn with a key for each button`() {
    let alert = AlertState<Int> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: 1) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("It is ") + TextState("gone").bold() + TextState(" then.")
    }
    let view = Alert(alert) { $0.role == .cancel ? "Esc" : "d" }
    #expect(
      draw(21, 8, .ascii, view) == [
        "+- Delete? ---------+",
        "|                   |",
        "| It is gone then.  |",
        "|                   |",
        "| d Delete          |",
        "| Esc Cancel        |",
        "|                   |",
        "+-------------------+",
      ])
    let looks = styles(21, 8, view)
    #expect(looks.contains("row 2, columns 8-11: bold"))
    #expect(looks.contains("row 4, columns 4-9: bold white on red"))
  }

  @Test func `an alert without buttons gets one that dismisses it`() {
    let view = Alert(AlertState<Int> { TextState("Saved").italic() }) { _ in "Esc" }
    #expect(draw(20, 3, .ascii, view).contains { $0.contains("Esc OK") })
    #expect(styles(20, 6, view).contains("row 0, columns 3-7: bold italic"))
  }
}
