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

  @Test func `a comparison of your own decides what counts as a change`() async {
    let store = TestStore(initialState: Sets.State()) { Sets() }
    await store.send(.added(8)) {
      $0.sets = [8]
      $0.changes = ["0 to 1"]
    }
    // The number of sets stays the same.
    await store.send(.corrected(9)) { $0.sets = [9] }
    await store.send(.added(7)) {
      $0.sets = [9, 7]
      $0.changes = ["0 to 1", "1 to 2"]
    }
  }

  @Test func `a tuple can be compared`() async {
    let store = TestStore(initialState: Sets.State()) {
      Sets().onChange(of: { ($0.sets.first, $0.sets.last) }, removeDuplicates: ==) { _, newValue in
        Reduce { state, _ in
          state.changes.append("\(newValue)")
          return .none
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.added(8))
    await store.send(.corrected(8))
    #expect(store.state.changes == ["0 to 1", "(Optional(8), Optional(8))"])
  }
}

@Reducer
private struct Sets {
  struct State: Equatable {
    var sets: [Int] = []
    var changes: [String] = []
  }

  enum Action {
    case added(Int)
    case corrected(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let reps): state.sets.append(reps)
      case .corrected(let reps): state.sets[0] = reps
      }
      return .none
    }
    .onChange(of: \.sets, removeDuplicates: { $0.count == $1.count }) { oldValue, newValue in
      Reduce { state, _ in
        state.changes.append("\(oldValue.count) to \(newValue.count)")
        return .none
      }
    }
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
