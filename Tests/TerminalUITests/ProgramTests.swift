import ReducerRuntime
import Testing

@testable import TerminalUI

@MainActor
struct StoreProgramTests {
  private let backend: TestBackend<StoreProgram<Door.State, Door.Action>>

  init() {
    let store = Store(initialState: Door.State()) { Door() }
    backend = TestBackend(
      StoreProgram(DoorView(store: store), store: store, keys: Door.keys, start: nil),
      size: Size(20, 2))
  }

  @Test func `a key of the table changes the state, and the view that reads it is drawn`() {
    #expect(backend.lines == ["closed", ""])
    backend.press("o")
    #expect(backend.lines == ["open", ""])
    backend.send(.repeated("c"))
    #expect(backend.lines == ["closed", ""])
  }

  @Test func `a key without an action changes nothing`() {
    backend.press("c", "x", .enter)
    #expect(backend.frameCount == 1)
    #expect(backend.program.exit == nil)
  }

  @Test(arguments: [Key("q"), .control("c")]) func `a key quits`(_ key: Key) {
    backend.press(key)
    #expect(backend.program.exit == Exit())
  }

  @Test func `an active row of the table takes precedence over quitting`() {
    backend.press("o", "q")
    #expect(backend.program.exit == nil)
    #expect(backend.lines == ["closed", ""])
    backend.press("q")
    #expect(backend.program.exit == Exit())
  }

  @Test func `the first action is sent once, before the first frame`() {
    let store = Store(initialState: Door.State()) { Door() }
    let backend = TestBackend(
      StoreProgram(
        DoorView(store: store), store: store, keys: Door.keys, start: .openKeyPressed),
      size: Size(20, 2))
    #expect(backend.lines == ["open", ""])
    #expect(backend.frameCount == 1)
    backend.press("c")
    #expect(backend.lines == ["closed", ""])
  }

  @Test func `a paste is typed into the active field, and is never a command`() {
    backend.send(.paste("oc"))
    #expect(backend.lines == ["closed", ""])
    let store = Store(initialState: Form.State()) { Form() }
    let form = TestBackend(
      StoreProgram(FormView(store: store), store: store, keys: Form.keys, start: nil),
      size: Size(20, 1))
    form.send(.paste("caf\u{E9} q\n"))
    #expect(form.lines == ["café q"])
    form.send(.paste(".qx"))
    #expect(form.lines == ["café q."])
    #expect(!store.isEditing)
    #expect(form.program.exit == nil)
  }

  @Test func `a new size is drawn`() {
    backend.resize(to: Size(3, 1))
    #expect(backend.lines == ["cl…"])
  }
}

/// Tests of the mistakes that a debug build reports when a key is pressed.
@MainActor
struct StoreProgramCheckTests {
  @Test func `an alert without keys is reported once`() {
    let store = Store(initialState: QuestionPage.State()) { QuestionPage() }
    let keys: KeyMap<QuestionPage.State, QuestionPage.Action> = [
      .init(["x"], "delete", .deleteKeyPressed)
    ]
    #expect(
      issues(store, QuestionView(store: store), keys, "x", .escape, "d", "z", .escape) == [
        "The key Esc of the alert on the screen has no effect. "
          + "Add '.alert(state:action:)' to the program's keys.",
        "The key d of the alert on the screen has no effect. "
          + "Add '.alert(state:action:)' to the program's keys.",
      ])
  }

  @Test func `an alert with keys is not reported`() {
    let store = Store(initialState: QuestionPage.State()) { QuestionPage() }
    let view = QuestionView(store: store)
    #expect(issues(store, view, QuestionPage.allKeys, "x", "z", "d", "x", .escape) == [])
    #expect(store.deletions == 1)
  }

  @Test func `two active rows of one table with the same key are reported`() {
    let store = Store(initialState: Door.State()) { Door() }
    let keys: KeyMap<Door.State, Door.Action> = [
      .init(["o"], "open", .openKeyPressed),
      .init([.enter, "o"], "close", .closeKeyPressed, when: \.isOpen),
    ]
    #expect(issues(store, DoorView(store: store), keys + Door.keys, "o", "c") == [])
    #expect(
      issues(store, DoorView(store: store), keys + Door.keys, "o", "o", "o") == [
        "The key o is 'open', so the row 'close', which is active too, never gets it. "
          + "Give one of the rows another key or a 'when:'."
      ])
  }

  @Test func `an action of a child that no reducer runs is reported`() {
    let store = Store(initialState: QuestionPage.State(alert: .delete)) {
      Reduce<QuestionPage.State, QuestionPage.Action> { _, _ in .none }
    }
    let issues = issues(store, QuestionView(store: store), QuestionPage.allKeys, "d", .escape)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("Add '.ifLet(…, action: \\.alert)' to the body") == true)
  }

  /// Returns the issues while `keys` are pressed.
  private func issues<State, Action>(
    _ store: Store<State, Action>, _ view: some RetainedView, _ map: KeyMap<State, Action>,
    _ keys: Key...
  ) -> [String] {
    let issues = LockIsolated<[String]>([])
    IssueReporting.withReporter { message, _ in
      issues.withValue { $0.append(message) }
    } operation: {
      TestBackend(StoreProgram(view, store: store, keys: map, start: nil)).press(keys)
    }
    return issues.value
  }
}

@Reducer
private struct Door {
  @ObservableState
  struct State: Equatable { var isOpen = false }

  enum Action { case closeKeyPressed, openKeyPressed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isOpen = action == .openKeyPressed
      return .none
    }
  }

  static let keys: KeyMap<State, Action> = [
    .init(["o"], "open", .openKeyPressed),
    .init(["c", "q"], "close", .closeKeyPressed, when: \.isOpen),
  ]
}

private struct DoorView: RetainedView {
  let store: StoreOf<Door>

  var body: some View { Text(store.isOpen ? "open" : "closed") }
}

/// A feature with a field that a period ends.
@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable {
    var field = TextField()
    var isEditing = true
  }

  enum Action { case edited(TextEdit) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edited(let edit):
        state.field.edit(edit)
        state.isEditing = edit != .typed(".")
        return .none
      }
    }
  }

  static let keys = KeyMap<State, Action>.textEditing("text", { .edited($0) }) {
    $0.isEditing ? $0.field : nil
  }
}

private struct FormView: RetainedView {
  let store: StoreOf<Form>

  var body: some View { Text(store.field.text) }
}

@MainActor
@Suite struct TestBackendTests {
  final class Counter: Program {
    var reps = 0
    var needsRender = true
    var exit: Exit?

    func handle(_ event: InputEvent) {
      switch event {
      case .key(.space):
        reps += 1
        needsRender = true
      case .key("q"): exit = Exit()
      default: break
      }
    }

    func render(into frame: inout Frame) {
      frame.drawAll { $0.draw(Text("REPS \(reps)").bold()) }
      needsRender = false
    }

    func terminate(_ reason: TerminationReason) async {}
  }

  @Test func keysUpdateTheFrame() {
    let backend = TestBackend(Counter(), size: Size(8, 1))
    #expect(backend.text == "REPS 0")
    backend.press(.space, .space)
    #expect(backend.golden == "REPS 2\n\n--- styles\nrow 0, columns 0-5: bold\n")
    #expect(backend.frameCount == 3)
  }

  @Test func anUnchangedProgramRendersNoFrame() {
    let backend = TestBackend(Counter())
    backend.press("x", "y")
    #expect(backend.frameCount == 1)
    backend.type("q")
    #expect(backend.program.exit == Exit(status: 0))
  }

  @Test func readingTheScreenRendersAChangeFromOutside() {
    let backend = TestBackend(Counter(), size: Size(8, 1))
    backend.program.reps = 5
    backend.program.needsRender = true
    #expect(backend.text == "REPS 5")
  }

  @Test func aResizeRendersAtTheNewSize() {
    let backend = TestBackend(Counter())
    backend.resize(to: Size(4, 2))
    #expect(backend.lines == ["REP…", ""])
  }
}

@MainActor
@Suite struct PlainScreenTests {
  private func frame(_ view: some View) -> Buffer {
    var buffer = Buffer(Size(30, 6))
    buffer.draw(view)
    return buffer
  }

  private func row(_ texts: [String], chosen: Int) -> some View {
    List(texts, selection: chosen) { Text($0) }.border("Box")
  }

  @Test func `boxes are left out, and the selection is in brackets`() {
    var screen = PlainScreen()
    let lines = screen.changedLines(
      in: frame(row(["one  more", "two"], chosen: 0)), isResponse: true)
    #expect(lines == ["Box", "[one  more]", "two"])
  }

  @Test func `a response has the changed lines and the selection`() {
    var screen = PlainScreen()
    _ = screen.changedLines(in: frame(row(["one", "two"], chosen: 0)), isResponse: true)
    #expect(
      screen.changedLines(in: frame(row(["one", "two"], chosen: 1)), isResponse: true) == ["[two]"])
    #expect(screen.changedLines(in: frame(row(["one", "two"], chosen: 1)), isResponse: true) == [])
  }

  @Test func `right-to-left names are printed as they are stored, without direction marks`() {
    var screen = PlainScreen()
    let lines = screen.changedLines(
      in: frame(row(["1  مريم  40 reps", "2  נועה  39 reps"], chosen: 1)), isResponse: true)
    #expect(lines == ["Box", "1  مريم  40 reps", "[2  נועה  39 reps]"])
  }

  @Test func `a clock is printed without hundredths, and omitted views are not printed`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(30, 3))
    buffer.draw(
      VStack {
        BigText("00:13.06", minorStart: 5)
        Text("30/min").omittedFromPlainOutput()
      }, environment)
    var screen = PlainScreen()
    #expect(screen.changedLines(in: buffer, isResponse: true) == ["00:13"])
  }

  @Test func `changed numbers are reported only in a response`() {
    var screen = PlainScreen()
    _ = screen.changedLines(in: frame(Text("00:01.25")), isResponse: true)
    #expect(screen.changedLines(in: frame(Text("00:01.26")), isResponse: false) == [])
    #expect(screen.changedLines(in: frame(Text("Saved")), isResponse: false) == ["Saved"])
    #expect(screen.changedLines(in: frame(Text("Paved")), isResponse: false) == ["Paved"])
    _ = screen.changedLines(in: frame(Text("00:01.27")), isResponse: false)
    #expect(screen.changedLines(in: frame(Text("00:01.28")), isResponse: true) == ["00:01.28"])
  }

  @Test func `only the top overlay is reported`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(30, 5))
    buffer.draw(
      Text("left and right of it").centered().overlay { Sheet("Quit?") { Text("Esc no") } },
      environment)
    var screen = PlainScreen()
    #expect(screen.changedLines(in: buffer, isResponse: true) == ["Quit?", "Esc no"])
  }

  @Test func `big digits are text where graphics aren't allowed`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(60, 12))
    buffer.draw(BigText("12:34"), environment)
    #expect(buffer.lines.contains { $0.contains("12:34") })
  }
}
