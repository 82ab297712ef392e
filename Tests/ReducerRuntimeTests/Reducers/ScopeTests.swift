import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
@Suite(.leavesNothing) struct ScopeTests {
  @Test func runsTheChildOnItsPart() {
    let store = Store(initialState: Family.State()) { Family() }
    store.send(.child(.increment))
    store.scope(state: \.child, action: \.child).send(.increment)
    #expect(store.child.count == 2)
    #expect(store.plain.count == 0)
  }

  @Test func carriesEffectsBack() {
    let family = FamilyStore()
    family.send(.child(.sendTo("a")))
    #expect(family.store.child.count == 100)
  }
}
