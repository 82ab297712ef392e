import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct NestedReducerTests {
  @Test func `nested reducers share the outer state and action`() async {
    let store = TestStore(initialState: Outer.State()) { Outer() }
    await store.send(.tapped) { $0.taps = 4 }
  }
}

@Reducer
private struct Outer {
  struct State: Equatable { var taps = 0 }
  enum Action { case tapped }

  @Reducer
  struct ByOpaqueType {
    var body: some Reducer<State, Action> { Self.counting }

    static var counting: Reduce<State, Action> { counter() }
  }

  @Reducer
  struct ByMethod {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.taps += 1
      return .none
    }
  }

  @Reducer
  struct ByConcreteType {
    var body: Reduce<Outer.State, Outer.Action> { counter() }
  }

  @Reducer
  struct ByQualifiedType {
    var body: some ReducerRuntime.ReducerOf<Outer> { counter() }
  }

  var body: some ReducerOf<Self> {
    ByOpaqueType()
    ByMethod()
    ByConcreteType()
    ByQualifiedType()
  }

}

private func counter() -> Reduce<Outer.State, Outer.Action> {
  Reduce { state, _ in
    state.taps += 1
    return .none
  }
}
