import ReducerRuntime
import Testing

@testable import TerminalUI

@MainActor
struct StoreProgramTests {
  private let backend: TestBackend<StoreProgram<Door.State, Door.Action>>

  init() {
    let store = Store(initialState: Door.State()) { Door() }
    backend = TestBackend(
      StoreProgram(DoorView(store: store), store: store, keys: Door.keys), size: Size(20, 2))
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

  @Test func `a new size is drawn`() {
    backend.resize(to: Size(3, 1))
    #expect(backend.lines == ["cl…"])
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
