import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Models
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct FormEditorTests {
  private enum Field: String, Sendable { case name, kind }

  private func form() -> TestStore<Form<Field>, FormAction> {
    TestStore(
      initialState: Form<Field>(lines: [
        .init(.name, ""), .init(.kind, "Core", choices: ["Core", "Legs"]),
      ])
    ) {
      FormEditor<Field>()
    }
  }

  @Test func `typing edits the focused line, and options wrap around`() async {
    let store = form()
    store.exhaustivity = .off
    await store.send(.edited(.typed("a")))
    await store.send(.edited(.typed("b")))
    await store.send(.edited(.erased(.left)))
    await store.send(.choiceMoved(by: 1))
    #expect(store.state[.name] == "a" && store.state[.kind] == "Core")
    await store.send(.fieldMoved(by: 1))
    await store.send(.edited(.typed("x")))
    await store.send(.edited(.erased(.left)))
    await store.send(.choiceMoved(by: -1))
    #expect(store.state[.name] == "a" && store.state[.kind] == "Legs")
    await store.send(.fieldMoved(by: 1))
    #expect(store.state.focus == 0)
  }

  @Test func `a problem moves the cursor to its column, and is removed when the text changes`() {
    var form = Form<Field>(lines: [.init(.name, "100x5 8ox5"), .init(.kind, "")])
    form.moveFocus(by: 1)
    form.show(.init(.name, TextError(column: 8, "no")))
    #expect(form.focus == 0 && form.lines[0].input.cursor == 7)
    form.edit(.moved(.left))
    #expect(form.problem?.column == 8)
    form.edit(.moved(.right))
    form.edit(.erased(.right))
    form.edit(.typed("0"))
    #expect(form[.name] == "100x5 80x5" && form.problem == nil)
  }

  @Test(arguments: ["\n", "\r\n", "\t", "\u{1B}", "\u{2028}", "\u{85}"] as [Character])
  func `invisible characters are ignored`(character: Character) async {
    await form().send(.edited(.typed(character)))
  }

  @Test func `a text that does not fit shows its end and the cursor`() {
    let app = VirtualApp(size: Size(40, 12))
    app.press("a")
    for character in "A very long name that nobody reads" { app.press(Key(character)) }
    let line = app.lines.first { $0.contains("> Name") } ?? ""
    #expect(line.hasSuffix("that nobody reads"))
    let row = app.lines.firstIndex(of: line) ?? 0
    #expect((0..<40).contains { app.frame[$0, row].style == Theme.standard.selection })
    // Wide characters are not cut in two.
    for _ in 0..<9 { app.press("腕") }
    #expect(app.shows("腕腕腕腕腕腕腕腕腕"))
  }

  @Test func `option keys work only on lines with options`() {
    var form = Form<Field>(lines: [.init(.name, ""), .init(.kind, "Core", choices: ["Core"])])
    let keys = FormEditor<Field>.keys(hasChoices: true)
    #expect(keys.action(for: .right, in: form) == nil)
    form.edit(.typed("x"))
    #expect(keys.action(for: .right, in: form) == .edited(.moved(.right)))
    form.moveFocus(by: 1)
    #expect(keys.action(for: .right, in: form) == .choiceMoved(by: 1))
    #expect(FormEditor<Field>.keys().action(for: .right, in: form) == nil)
    // A letter is never a command, and a line with options ignores it.
    for _ in 0..<2 {
      #expect(keys.action(for: "q", in: form) == .edited(.typed("q")))
      form.moveFocus(by: 1)
    }
    #expect(keys.action(for: .tab, in: form) == .fieldMoved(by: 1))
  }
}
