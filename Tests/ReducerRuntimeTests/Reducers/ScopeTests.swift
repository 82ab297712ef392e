import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
@Suite(.checksForLeaks) struct ScopeTests {
  @Test func `the child runs on its part of the state`() {
    let store = Store(initialState: Family.State()) { Family() }
    store.send(.child(.increment))
    store.scope(state: \.child, action: \.child).send(.increment)
    #expect(store.child.count == 2)
    #expect(store.plain.count == 0)
  }

  @Test func `effects of the child send actions of the parent`() {
    let family = FamilyStore()
    family.send(.child(.sendTo("a")))
    #expect(family.store.child.count == 100)
  }
}
