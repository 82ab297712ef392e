import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct OnChangeTests {
  @Test func `after an action, the reducer gets the old value and the new value`() async {
    let store = TestStore(initialState: Reps.State()) { Reps() }
    await store.send(.added(2)) {
      $0.count = 2
      $0.changes = ["0 to 2"]
    }
    await store.receive(.changed)
  }

  @Test func `nothing runs when the value stays the same`() async {
    let store = TestStore(initialState: Reps.State()) { Reps() }
    await store.send(.added(0))
  }

  @Test func `changes by the reducer itself do not run it again`() async {
    let store = TestStore(initialState: Reps.State(count: 98)) { Reps() }
    await store.send(.added(3)) {
      $0.count = 100
      $0.changes = ["98 to 101"]
    }
    await store.receive(.changed)
  }
}

@Reducer
private struct Reps {
  struct State: Equatable {
    var count = 0
    var changes: [String] = []
  }

  enum Action: Equatable {
    case added(Int)
    case changed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .added(let count) = action { state.count += count }
      return .none
    }
    .onChange(of: \.count) { oldValue, newValue in
      Reduce { state, action in
        state.changes.append("\(oldValue) to \(newValue)")
        state.count = min(state.count, 100)
        return .send(.changed)
      }
    }
  }
}
