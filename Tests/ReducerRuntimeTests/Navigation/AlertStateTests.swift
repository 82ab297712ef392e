import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct AlertStateTests {
  @Test func `a dump shows the contents but not the identity`() {
    let dump = String(customDumping: AlertState<Workouts.Action.Alert>.delete)
    #expect(dump.contains("title: \"Delete workout?\""))
    #expect(dump.contains("action: .confirmDelete"))
    #expect(!dump.contains("id:"))
  }

  @Test func `an alert that replaces another alert stays`() async {
    let store = TestStore(initialState: Workouts.State(alert: .delete)) { Workouts() }
    await store.send(.alert(.presented(.askAgain))) {
      $0.alert = AlertState { TextState("Really?") }
    }
  }

  @Test func `in an enum of features, an alert is dismissed only by its own action`() async {
    let store = TestStore(initialState: Workouts.State(destination: .alert(.delete))) { Workouts() }
    await store.send(.destination(.presented(.alert(.confirmDelete)))) { $0.destination = nil }
    await store.send(.detailButtonTapped) { $0.destination = .detail(Detail.State()) }
    await store.send(.destination(.presented(.detail(.tapped)))) {
      $0.destination?.modify(\.detail) { $0.taps = 1 }
    }
    await store.send(.toastAppeared) { $0.destination = .toast(Toast()) }
    await store.send(.destination(.presented(.toast(.tapped)))) { $0.destination = nil }
  }

  @Test func `in an enum of features, an alert that replaces another alert stays`() async {
    let store = TestStore(initialState: Workouts.State(destination: .alert(.delete))) { Workouts() }
    await store.send(.destination(.presented(.alert(.askAgain)))) {
      $0.destination = .alert(AlertState { TextState("Really?") })
    }
  }

  @Test func `an action of another feature does not dismiss an alert`() async {
    let store = Store(initialState: Workouts.State(destination: .alert(.delete))) { Workouts() }
    let issues = await reported { store.send(.destination(.presented(.detail(.tapped)))) }
    #expect(issues.count == 1)
    #expect(store.destination?.is(\.alert) == true)
  }

  @Test func `an alert in a hand-written enum is dismissed by its action`() async {
    let store = TestStore(initialState: Workouts.State(byHand: .alert(.delete))) { Workouts() }
    await store.send(.byHand(.presented(.alert(.confirmDelete)))) { $0.byHand = nil }
    let other = TestStore(initialState: Workouts.State(byHand: .detail(Detail.State()))) {
      Workouts()
    }
    await other.send(.byHand(.presented(.detail(.tapped)))) {
      $0.byHand?.modify(\.detail) { $0.taps = 1 }
    }
  }

  @Test func `alerts with equal contents are equal`() {
    #expect(AlertState<Workouts.Action.Alert>.delete == .delete)
    #expect(Set([AlertState<Workouts.Action.Alert>.delete, .delete]).count == 1)
    #expect(AlertState<Workouts.Action.Alert>.delete.id != AlertState.delete.id)
    var other = AlertState<Workouts.Action.Alert>.delete
    other.message = nil
    #expect(other != .delete)
  }

  @Test func `an alert has a title, a message and buttons`() {
    let alert = AlertState<Workouts.Action.Alert>.delete
    #expect(String(state: alert.title) == "Delete workout?")
    #expect(alert.message == TextState("Push-ups") + TextState(" cannot be brought back."))
    #expect(alert.buttons.map(\.role) == [.destructive, .cancel])
    #expect(alert.buttons.map(\.action) == [.send(.confirmDelete), .send(nil)])
  }
}

extension AlertState<Workouts.Action.Alert> {
  fileprivate static var delete: Self {
    AlertState {
      TextState("Delete workout?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDelete) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Cancel")
      }
    } message: {
      TextState("Push-ups cannot be brought back.")
    }
  }
}

private struct Toast: Equatable {
  enum Action { case tapped }
}

@Reducer
private struct Workouts {
  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Workouts.Action.Alert>)
    case detail(Detail)
    @ReducerCaseEphemeral case toast(Toast)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var destination: Destination.State?
    @Presents var byHand: ByHand.State?
    var isDeleted = false
  }

  enum Action {
    case deleteButtonTapped
    case detailButtonTapped
    case toastAppeared
    case alert(PresentationAction<Alert>)
    case destination(PresentationAction<Destination.Action>)
    case byHand(PresentationAction<ByHand.Action>)

    @CasePathable
    enum Alert {
      case confirmDelete
      case askAgain
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped: state.alert = .delete
      case .detailButtonTapped: state.destination = .detail(Detail.State())
      case .toastAppeared: state.destination = .toast(Toast())
      case .alert(.presented(.confirmDelete)): state.isDeleted = true
      case .destination(.presented(.alert(.askAgain))):
        state.destination = .alert(AlertState { TextState("Really?") })
      case .alert(.presented(.askAgain)): state.alert = AlertState { TextState("Really?") }
      default: break
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$byHand, action: \.byHand) { ByHand() }
  }
}

@Reducer
private struct ByHand {
  enum State: Equatable {
    case alert(AlertState<Workouts.Action.Alert>)
    case detail(Detail.State)
  }

  enum Action {
    case alert(Workouts.Action.Alert)
    case detail(Detail.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.detail, action: \.detail) { Detail() }
  }
}

@Reducer
private struct Detail {
  @ObservableState
  struct State: Equatable { var taps = 0 }
  enum Action { case tapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Suite(.checksForLeaks)
struct ButtonStateTests {
  @Test func `a button has a label, an action and a role`() {
    let delete = ButtonState(role: .destructive, action: Step.stop) { TextState("Delete") }
    #expect(delete.label == TextState("Delete"))
    #expect(delete.action == .send(.stop))
    #expect(delete.role == .destructive)
    let cancel = ButtonState<Step>(role: .cancel) { TextState("Cancel") }
    #expect(cancel.action.action == nil)
  }

  @Test func `buttons with equal contents are equal`() {
    func button(_ role: ButtonStateRole?, _ label: String) -> ButtonState<Step> {
      ButtonState(role: role, action: .stop) { TextState(label) }
    }
    #expect(button(.cancel, "a") == button(.cancel, "a"))
    #expect(button(.cancel, "a").id != button(.cancel, "a").id)
    #expect(button(.cancel, "a") != button(nil, "a"))
    #expect(button(.cancel, "a") != button(.cancel, "b"))
    #expect(Set([button(nil, "a"), button(nil, "a")]).count == 1)
  }

  @Test func `a dump shows no identity`() {
    let button = ButtonState(role: .cancel, action: Step.walk(1)) { TextState("Walk") }
    #expect(
      String(customDumping: button) == """
        ButtonState(
          role: .cancel,
          action: .walk(1),
          label: "Walk"
        )
        """)
  }

  @Test func `buttons are built with conditions and loops`() {
    func alert(_ count: Int, cancel: Bool) -> AlertState<Int> {
      AlertState {
        TextState("Which?")
      } actions: {
        for number in 0..<count {
          ButtonState(action: number) { TextState("\(number)") }
        }
        if cancel { ButtonState(role: .cancel) { TextState("Cancel") } }
        if count == 0 {
          ButtonState(action: .send(-1)) { TextState("None") }
        } else {
          ButtonState { TextState("All") }
        }
        if #available(macOS 15, *) { ButtonState(action: 9) { TextState("New") } }
      }
    }
    #expect(alert(2, cancel: true).buttons.map(\.action.action) == [0, 1, nil, nil, 9])
    #expect(alert(0, cancel: false).buttons.map(\.action.action) == [-1, 9])
  }
}

@Suite(.checksForLeaks)
struct TextStateTests {
  @Test func `a text converts to a string without styles`() {
    #expect(String(state: TextState("Delete 3 workouts?")) == "Delete 3 workouts?")
    #expect(String(state: TextState(verbatim: "100 %")) == "100 %")
    #expect(String(state: TextState("Push-ups".dropLast(4)).bold()) == "Push")
    #expect(String(state: TextState("a").bold() + TextState("b").italic()) == "ab")
    #expect(TextState("").runs == [])
  }

  @Test func `a style applies to its piece only`() {
    let text = TextState("Delete ") + TextState("Push-ups").bold() + TextState("?")
    #expect(text.runs.map(\.content) == ["Delete ", "Push-ups", "?"])
    #expect(text.runs.map(\.attributes) == [[], .bold, []])
    #expect("Delete " + TextState("Push-ups").bold() + "?" == text)
  }

  @Test func `styles combine`() {
    let text = TextState("!").bold().italic().underline().strikethrough().foregroundColor(.red)
    #expect(text.runs.map(\.attributes) == [[.bold, .italic, .underline, .strikethrough]])
    #expect(text.runs.map(\.foregroundColor) == [.red])
  }

  @Test func `an inactive style changes nothing`() {
    let text = TextState("a").bold()
    #expect(text.bold(false) == text)
    #expect(text.italic(false).underline(false).strikethrough(false) == text)
    #expect(text.foregroundColor(nil) == text)
  }

  @Test func `a piece keeps its own style`() {
    let text = (TextState("a").foregroundColor(.green) + TextState("b")).foregroundColor(.red)
      .bold()
    #expect(text.runs.map(\.foregroundColor) == [.green, .red])
    #expect(text.runs.map(\.attributes) == [.bold, .bold])
  }

  @Test func `texts with equal words and styles are equal`() {
    let parts = TextState("a").bold() + TextState("") + TextState("b").bold()
    #expect(parts == TextState("ab").bold())
    #expect(Set([parts, TextState("ab").bold()]).count == 1)
    #expect((TextState("a") + TextState("b")).bold() == TextState("ab").bold())
    #expect(TextState("ab") != TextState("ab").bold())
    #expect(TextState("ab").foregroundColor(.red) != TextState("ab").foregroundColor(.blue))
  }

  @Test func `a dump shows words and styles`() {
    let text =
      TextState("Delete ") + TextState("all").bold().foregroundColor(.brightRed)
      + TextState(" now").italic() + TextState("?").underline() + TextState("!").strikethrough()
    let dump = "Delete <brightRed>**all**</brightRed>_ now_<u>?</u>~~!~~"
    #expect(String(customDumping: text) == "\"\(dump)\"")
    #expect(diff(TextState("a"), TextState("a").bold())?.contains("**a**") == true)
  }
}
