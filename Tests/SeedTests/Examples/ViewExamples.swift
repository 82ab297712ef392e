import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a store in a view: its state, the actions it accepts, and bindings for its controls.
@Suite(.checksForLeaks)
@MainActor
struct ViewExamples {
  @Test func `a view sends view actions`() {
    let view = RepCounterView(store: Store(initialState: RepCounter.State()) { RepCounter() })
    view.send(.repButtonTapped)
    #expect(view.store.reps == 1)
  }

  @Test func `a text field changes the note through a binding`() {
    let view = RepCounterView(store: Store(initialState: RepCounter.State()) { RepCounter() })
    let field = TextField(text: view.$store.note)
    field.type("heavy")
    #expect(view.store.note == "heavy")
  }

  @Test func `a picker's choice is sent as a separate action`() {
    let view = RepCounterView(store: Store(initialState: RepCounter.State()) { RepCounter() })
    let goal: Binding<Int> = view.$store.goal.sending(\.goalChanged)
    goal.wrappedValue = 20
    #expect(view.store.goal == 20)
    #expect(Binding.constant(12).wrappedValue == 12)
  }

  @Test func `a test sets a property through a binding action`() async {
    let store = TestStore(initialState: RepCounter.State()) { RepCounter() }
    await store.send(.view(.set(\.note, "light"))) { $0.note = "light" }
  }

  @Test func `a label is redrawn when the reps change but not when the note changes`() {
    let store = Store(initialState: RepCounter.State()) { RepCounter() }
    var labels: [String] = []
    let token: ObserveToken = observe { labels.append("\(store.reps) reps") }
    store.send(.view(.repButtonTapped))
    store.send(.view(.set(\.note, "light")))
    token.cancel()
    store.send(.view(.repButtonTapped))
    #expect(labels == ["0 reps", "1 reps"])
  }

  @Test func `releasing a set of tokens ends its observations`() {
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

  /// This works for any view with a store.
  @Test func `a generic function sends actions through any view with view actions`() {
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

/// A stand-in for a text field.
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
