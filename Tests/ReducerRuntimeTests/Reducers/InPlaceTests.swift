import ReducerTestSupport
import Testing

@testable import ReducerRuntime

/// Tests that state is changed in place, at any depth: its storage is uniquely referenced in the reducer that changes
/// it.
@MainActor
@Suite(.checksForLeaks) struct InPlaceTests {
  @Test(arguments: [false, true]) func `state is changed in place at each depth`(isObserved: Bool) {
    let store = Store(initialState: Outer.State()) { Outer() }
    var sum = 0
    let token = observe {
      if isObserved {
        sum += store.leaf.copies + (store.presented?.copies ?? 0) + (store.optional?.copies ?? 0)
        sum += store.rows[id: 1]?.copies ?? 0
      }
    }
    for _ in 0..<2 {
      store.send(.touch)
      store.send(.leaf(.touch))
      store.send(.presented(.presented(.touch)))
      store.send(.optional(.touch))
      store.send(.rows(.element(id: 1, action: .touch)))
      store.scope(state: \.leaf, action: \.leaf).send(.touch)
    }
    #expect(store.payload.changes == 2)
    #expect(store.copies == 0)
    #expect((store.leaf.payload.changes, store.leaf.copies) == (4, 0))
    #expect((store.presented?.payload.changes, store.presented?.copies) == (2, 0))
    #expect((store.optional?.payload.changes, store.optional?.copies) == (2, 0))
    #expect((store.rows[id: 1]?.payload.changes, store.rows[id: 1]?.copies) == (2, 0))
    #expect(sum == 0)
    token.cancel()
  }

  @Test func `the check for a unique reference detects a copy`() {
    let store = Store(initialState: Leaf.State()) { Leaf() }
    let copy = store.state
    store.send(.touch)
    #expect(store.copies == 1)
    withExtendedLifetime(copy) {}
  }

  final class Payload { var changes = 0 }

  @Reducer
  struct Leaf {
    @ObservableState
    struct State: Identifiable {
      let id = 1
      @ObservationStateIgnored var payload = Payload()
      var copies = 0
    }
    enum Action { case touch }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        if !isKnownUniquelyReferenced(&state.payload) { state.copies += 1 }
        state.payload.changes += 1
        return .none
      }
    }
  }

  @Reducer
  struct Outer {
    @ObservableState
    struct State {
      @ObservationStateIgnored var payload = Payload()
      var copies = 0
      var leaf = Leaf.State()
      @Presents var presented: Leaf.State? = Leaf.State()
      var optional: Leaf.State? = Leaf.State()
      var rows: IdentifiedArrayOf<Leaf.State> = [Leaf.State()]
    }
    enum Action {
      case touch
      case leaf(Leaf.Action)
      case presented(PresentationAction<Leaf.Action>)
      case optional(Leaf.Action)
      case rows(IdentifiedActionOf<Leaf>)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.leaf, action: \.leaf) { Leaf() }
      Reduce { state, action in
        guard case .touch = action else { return .none }
        if !isKnownUniquelyReferenced(&state.payload) { state.copies += 1 }
        state.payload.changes += 1
        return .none
      }
      .ifLet(\.$presented, action: \.presented) { Leaf() }
      .ifLet(\.optional, action: \.optional) { Leaf() }
      .forEach(\.rows, action: \.rows) { Leaf() }
    }
  }
}
