import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindingReducerTests {
  @Test func `a binding action sets its property before the reducers behind it`() async {
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
}
