import ReducerRuntime
import Testing

@testable import TerminalUI

@MainActor
@Suite struct AlertTests {
  @Test func `an alert's state is drawn with a key for each button`() {
    let alert = AlertState<Int> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: 1) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("It is ") + TextState("gone").bold() + TextState(" then.")
    }
    #expect(
      draw(21, 8, .ascii, Alert(alert)) == [
        "+- Delete? ---------+",
        "|                   |",
        "| It is gone then.  |",
        "|                   |",
        "| d Delete          |",
        "| Esc Cancel        |",
        "|                   |",
        "+-------------------+",
      ])
    let looks = styles(of: Alert(alert), Size(21, 8))
    #expect(looks.contains("row 2, columns 8-11: bold"))
    #expect(looks.contains("row 4, columns 4-9: bold brightWhite on red"))
  }

  @Test func `an alert without buttons gets one that dismisses it`() {
    let alert = AlertState<Int> { TextState("Saved").italic() }
    #expect(draw(20, 3, .ascii, Alert(alert)).contains { $0.contains("Enter OK") })
    #expect(styles(of: Alert(alert), Size(20, 6)).contains("row 0, columns 3-7: bold italic"))
  }

  @Test(
    arguments: [
      ([.button("Save"), .button("Send"), .cancel], ["Enter/s Save", "e Send", "Esc Cancel"]),
      ([.destroy("Empty"), .destroy("Erase"), .button("E")], ["e Empty", "r Erase", "Enter/1 E"]),
      ([.cancel], ["Esc/Enter Cancel"]),
      ([.destroy("Leave")], ["l Leave"]),
      ([], ["Enter OK"]),
    ] as [([ButtonState<QuestionPage.Action.Alert>], [String])])
  func `each button has a key`(
    _ buttons: [ButtonState<QuestionPage.Action.Alert>], _ choices: [String]
  ) {
    let alert = AlertState<QuestionPage.Action.Alert> {
      TextState("Leave?")
    } actions: {
      for button in buttons { button }
    }
    let keys = KeyMap<QuestionPage.State, QuestionPage.Action>().alert(
      state: { _ in alert }, action: \.alert)
    #expect(keys.hints(in: QuestionPage.State()).map { "\($0.keys) \($0.label)" } == choices)
    #expect(draw(20, choices.count, .ascii, Alert(alert)) == choices)
    // Esc leaves every alert.
    #expect(keys.action(for: .escape, in: QuestionPage.State()) == .alert(.dismiss))
  }

  @Test func `a button's key sends the button's action, and an alert is dismissed`() {
    let store = Store(initialState: QuestionPage.State()) { QuestionPage() }
    let backend = backend(store)
    #expect(backend.lines.last == "x delete  f find")
    backend.press("x")
    #expect(backend.lines.last == "d Delete  Esc Keep")
    #expect(backend.lines[1] == "   │ d Delete  │")
    backend.press("d")
    #expect(store.deletions == 1)
    backend.press("x", .escape)
    #expect(store.deletions == 1)
    #expect(backend.lines.last == "x delete  f find")
  }

  @Test func `other keys are inactive while an alert is presented`() {
    let store = Store(initialState: QuestionPage.State()) { QuestionPage() }
    let backend = backend(store)
    backend.press("f")
    #expect(store.searches == 1)
    backend.press("x", "f", "x", "q")
    #expect(store.searches == 1)
    #expect(backend.program.exit == nil)
    backend.press(.control("c"))
    #expect(backend.program.exit == Exit())
  }

  @Test func `an alert of a screen that isn't shown leaves other keys active`() {
    let keys = QuestionPage.keys.when { $0.searches > 0 } + [.init(["q"], "quit", .findKeyPressed)]
    var state = QuestionPage.State(alert: .delete)
    #expect(keys.action(for: "q", in: state) == .findKeyPressed)
    #expect(keys.hints(in: state).map(\.label) == ["quit"])
    state.searches = 1
    #expect(keys.action(for: "q", in: state) == nil)
    #expect(keys.hints(in: state).map(\.label) == ["Delete", "Keep"])
  }

  private func backend(
    _ store: StoreOf<QuestionPage>
  ) -> TestBackend<StoreProgram<QuestionPage.State, QuestionPage.Action>> {
    TestBackend(
      StoreProgram(
        QuestionView(store: store), store: store, keys: QuestionPage.allKeys, start: nil),
      size: Size(20, 5))
  }

  private func styles(of view: some View, _ size: Size) -> [String] {
    var buffer = Buffer(size)
    buffer.draw(view)
    return buffer.styleLines
  }
}

extension ButtonState<QuestionPage.Action.Alert> {
  static func button(_ label: String) -> Self {
    ButtonState(action: .deletionConfirmed) { TextState(label) }
  }

  static func destroy(_ label: String) -> Self {
    ButtonState(role: .destructive, action: .deletionConfirmed) { TextState(label) }
  }

  static var cancel: Self { ButtonState(role: .cancel) { TextState("Cancel") } }
}

// MARK: - A screen with an alert

@Reducer
struct QuestionPage {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var deletions = 0
    var searches = 0
  }

  enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    case deleteKeyPressed
    case findKeyPressed

    @CasePathable
    enum Alert: Equatable { case deletionConfirmed }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.deletionConfirmed)): state.deletions += 1
      case .alert(.dismiss): break
      case .deleteKeyPressed: state.alert = .delete
      case .findKeyPressed: state.searches += 1
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }

  static let keys = KeyMap<State, Action>([.init(["x"], "delete", .deleteKeyPressed)])
    .alert(state: \.alert, action: \.alert)

  /// The keys of the screen and of its parent.
  static let allKeys = keys + [.init(["f"], "find", .findKeyPressed)]
}

extension AlertState<QuestionPage.Action.Alert> {
  static var delete: Self {
    AlertState {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
  }
}

struct QuestionView: RetainedView {
  let store: StoreOf<QuestionPage>

  var body: some View {
    VStack {
      Text("Page").expanded()
      HintBar(QuestionPage.allKeys.hints(in: store.state), last: nil)
    }
    .alert(store.alert)
  }
}
