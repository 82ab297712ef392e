import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a store in a view: its state, the actions it accepts, and bindings for its controls.
@Suite(.checksForLeaks)
@MainActor
struct ViewExamples {
  @Test func `a view sends the actions that are the view's`() {
    let view = RepCounterView(store: Store(initialState: RepCounter.State()) { RepCounter() })
    view.send(.repButtonTapped)
    #expect(view.store.reps == 1)
  }

  @Test func `a text field changes the note by a binding`() {
    let view = RepCounterView(store: Store(initialState: RepCounter.State()) { RepCounter() })
    let field = TextField(text: view.$store.note)
    field.type("heavy")
    #expect(view.store.note == "heavy")
  }

  @Test func `a picker's choice is sent as an action of its own`() {
    let view = RepCounterView(store: Store(initialState: RepCounter.State()) { RepCounter() })
    let goal: Binding<Int> = view.$store.goal.sending(\.goalChanged)
    goal.wrappedValue = 20
    #expect(view.store.goal == 20)
    #expect(Binding.constant(12).wrappedValue == 12)
  }

  @Test func `a test sets a property as a control does`() async {
    let store = TestStore(initialState: RepCounter.State()) { RepCounter() }
    await store.send(.view(.set(\.note, "light"))) { $0.note = "light" }
  }

  @Test func `a label is drawn again when the reps change, and not for the note`() {
    let store = Store(initialState: RepCounter.State()) { RepCounter() }
    var labels: [String] = []
    let token: ObserveToken = observe { labels.append("\(store.reps) reps") }
    store.send(.view(.repButtonTapped))
    store.send(.view(.set(\.note, "light")))
    token.cancel()
    store.send(.view(.repButtonTapped))
    #expect(labels == ["0 reps", "1 reps"])
  }

  @Test func `a screen keeps its observations together and ends them together`() {
    let store = Store(initialState: RepCounter.State()) { RepCounter() }
    var texts: [String] = []
    var tokens: Set<ObserveToken> = []
    observe { texts.append("\(store.reps) reps") }.store(in: &tokens)
    observe { texts.append("goal \(store.goal)") }.store(in: &tokens)
    store.send(.goalChanged(20))
    tokens = []
    store.send(.goalChanged(30))
    #expect(texts == ["0 reps", "goal 10", "goal 20"])
  }

  /// Any view with a store can be driven like this.
  @Test func `a key is handled by every view that sends view actions`() {
    func press(
      _ action: RepCounter.Action.View,
      in view: some ViewActionSending<
        RepCounter.State, RepCounter.Action
      >
    ) {
      view.send(action)
    }
    let view = RepCounterView(store: Store(initialState: RepCounter.State()) { RepCounter() })
    press(.repButtonTapped, in: view)
    #expect(view.store.reps == 1)
  }
}

@ViewAction(for: RepCounter.self)
private struct RepCounterView {
  @Bindable var store: StoreOf<RepCounter>
}

/// Stands for a control.
@MainActor
private struct TextField {
  @Binding var text: String

  func type(_ newText: String) { text = newText }
}

@Reducer
private struct RepCounter {
  @ObservableState
  struct State: Equatable {
    var goal = 10
    var note = ""
    var reps = 0
  }

  enum Action: ViewAction {
    case goalChanged(Int)
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
      case repButtonTapped
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .goalChanged(let goal):
        state.goal = goal
        return .none
      case .view(.repButtonTapped):
        state.reps += 1
        return .none
      case .view(.binding):
        return .none
      }
    }
  }
}
