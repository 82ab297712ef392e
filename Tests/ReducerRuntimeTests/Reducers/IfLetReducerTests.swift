import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
@Suite(.checksForLeaks) struct IfLetReducerTests {
  @Test func `the child runs while it is present`() {
    let store = Store(initialState: Family.State()) { Family() }
    store.send(.present(1))
    store.send(.optional(.increment))
    #expect(store.optional?.count == 1)
  }

  @Test func `an action for an absent child is reported`() async {
    let reported = await issues {
      let store = Store(initialState: Family.State()) { Family() }
      store.send(.optional(.increment))
      #expect(store.optional == nil)
    }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("Family.swift") == true)
  }

  @Test func `the child sees an action first`() {
    let store = Store<Int?, Nested.Action>(initialState: 1) {
      Reduce { state, _ in
        state = state.map { $0 * 10 }
        return .none
      }
      .ifLet(\.self, action: \.child) {
        Reduce { state, _ in
          state += 1
          return .none
        }
      }
    }
    store.send(.child(0))
    #expect(store.state == 20)
  }

  enum Nested {
    @CasePathable enum Action { case child(Int) }
  }
}
