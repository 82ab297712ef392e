import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindingReducerTests {
  @Test func `a binding action sets its property before the next reducers run`() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.binding(.set(\.name, "Ada"))) {
      $0.name = "Ada"
      $0.log = ["name is Ada"]
    }
    await store.send(.binding(.set(\.goal, 10))) { $0.goal = 10 }
    await store.send(.set(\.goal, 11)) { $0.goal = 11 }
  }

  @Test func `the bindings of one case of the action are set`() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
    await store.send(.view(.binding(.set(\.reps, 5)))) { $0.reps = 5 }
    await store.send(.started) { $0.reps = 1 }
  }

  @Test func `a control's change that no reducer applies is reported`() async {
    let store = Store(initialState: Unbound.State()) { Unbound() }
    let issues = await reported { store.name = "Ada" }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("'BindingReducer()'") == true)
    #expect(store.name == "")
  }

  @Test func `a control's change that a reducer applies is not reported`() {
    let profile = Store(initialState: Profile.State()) { Profile() }
    profile.goal = 3
    #expect(profile.goal == 3)
    let stopwatch = Store(initialState: Stopwatch.State()) { Stopwatch() }
    stopwatch.reps = 5
    #expect(stopwatch.reps == 5)
  }

  @Test func `a control of a removed child is not reported`() async {
    let store = Store(initialState: Screen.State(profile: Profile.State())) { Screen() }
    let child = store.scope(state: \.profile, action: \.profile.presented)
    store.send(.profile(.dismiss))
    let issues = await reported { child?.goal = 5 }
    #expect(!issues.contains { $0.message.contains("'BindingReducer()'") })
  }
}

@Reducer
private struct Unbound {
  @ObservableState
  struct State: Equatable { var name = "" }

  enum Action: BindableAction { case binding(BindingAction<State>) }

  var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
}

@Reducer
private struct Screen {
  @ObservableState
  struct State: Equatable { @Presents var profile: Profile.State? }

  enum Action { case profile(PresentationAction<Profile.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$profile, action: \.profile) { Profile() }
  }
}
