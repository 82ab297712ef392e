import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a screen that dismisses itself if it is presented.
@Suite(.checksForLeaks)
@MainActor
struct DismissalExamples {
  @Test func `presented help dismisses itself`() async {
    let store = TestStore(initialState: Workout.State(help: Help.State())) { Workout() }
    await store.send(\.help.closeButtonTapped)
    await store.receive(\.help.dismiss) { $0.help = nil }
  }

  @Test func `help that is not presented cannot be dismissed`() async {
    let store = TestStore(initialState: Help.State()) { Help() }
    await store.send(.closeButtonTapped) { $0.hint = "Press q to quit" }
  }

  @Test func `a test of a child detects its dismissal`() async {
    let isDismissed = LockIsolated(false)
    let store = TestStore(initialState: Help.State()) {
      Help()
    } withDependencies: {
      $0.dismiss = DismissEffect { isDismissed.setValue(true) }
    }
    await store.send(.closeButtonTapped)
    #expect(isDismissed.value)
  }
}

@Reducer
private struct Help {
  @ObservableState
  struct State: Equatable { var hint: String? }

  enum Action { case closeButtonTapped }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        guard isPresented else {
          state.hint = "Press q to quit"
          return .none
        }
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
private struct Workout {
  @ObservableState
  struct State: Equatable {
    @Presents var help: Help.State?
  }

  enum Action { case help(PresentationAction<Help.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$help, action: \.help) { Help() }
  }
}
