import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of the forms of a `body`.
@Suite(.checksForLeaks)
@MainActor
struct BodyTests {
  @Test func `the type of a body has its state and action`() async {
    let store = TestStore(initialState: Favorite(id: "a")) { Favoriting<String>() }
    await store.send(.toggled) { $0.isFavorite = true }
  }

  @Test func `a body may be another feature's`() async {
    let store = TestStore(initialState: Favorite(id: 1)) { Wrapper() }
    await store.send(.toggled) { $0.isFavorite = true }
  }

  @Test func `a body may be a value`() async {
    let store = TestStore(initialState: 1) { Doubling() }
    await store.send(3) { $0 = 6 }
  }
}

@ObservableState
private struct Favorite<ID: Hashable & Sendable>: Equatable {
  let id: ID
  var isFavorite = false
}

@CasePathable
private enum FavoriteAction { case toggled }

@Reducer
private struct Favoriting<ID: Hashable & Sendable> {
  var body: some Reducer<Favorite<ID>, FavoriteAction> {
    Reduce { state, _ in
      state.isFavorite.toggle()
      return .none
    }
  }
}

@Reducer
private struct Wrapper {
  var body: some ReducerOf<Favoriting<Int>> { Favoriting() }
}

@Reducer
private struct Doubling {
  let body = Reduce<Int, Int> { state, action in
    state = 2 * action
    return .none
  }
}
