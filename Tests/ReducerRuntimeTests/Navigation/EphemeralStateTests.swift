import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of a custom ephemeral state, which any of its actions dismisses.
@Suite(.checksForLeaks)
@MainActor
struct EphemeralStateTests {
  @Test func `ephemeral state is dismissed after the parent receives its action`() async {
    let store = TestStore(initialState: Kitchen.State(toast: Toast(text: "Done"))) { Kitchen() }
    await store.send(.toast(.presented(.undoTapped))) {
      $0.undone = 1
      $0.toast = nil
    }
  }

  @Test func `ephemeral state is set to nil when it is dismissed`() async {
    let store = TestStore(initialState: Kitchen.State(toast: Toast(text: "Done"))) { Kitchen() }
    await store.send(.toast(.dismiss)) { $0.toast = nil }
  }

  @Test func `ephemeral state is dismissed by an action of another type`() async {
    let store = TestStore(initialState: .init(toast: Toast(text: "Done"), hint: Toast(text: "Hi")))
    {
      Bathroom()
    }
    await store.send(.toast(.presented(.wiped))) { $0.toast = nil }
    await store.send(.hint(.wiped)) { $0.hint = nil }
  }
}

private struct Toast: Equatable, Identifiable, _EphemeralState {
  enum Action { case undoTapped }
  let text: String
  var id: String { text }
}

@Reducer
private struct Kitchen {
  @ObservableState
  struct State: Equatable {
    @Presents var toast: Toast?
    var undone = 0
  }

  enum Action { case toast(PresentationAction<Toast.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .toast(.presented(.undoTapped)) = action { state.undone += 1 }
      return .none
    }
    .ifLet(\.$toast, action: \.toast)
  }
}

@Reducer
private struct Bathroom {
  @ObservableState
  struct State: Equatable {
    @Presents var toast: Toast?
    var hint: Toast?
  }

  enum Action {
    case hint(Wipe)
    case toast(PresentationAction<Wipe>)
  }

  enum Wipe { case wiped }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$toast, action: \.toast)
      .ifLet(\.hint, action: \.hint)
  }
}
