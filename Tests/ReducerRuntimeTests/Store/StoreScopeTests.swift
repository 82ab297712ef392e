import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct StoreScopeTests {
  @Test func `a store is identified by itself`() {
    let store = Store(initialState: Family.State()) { Family() }
    let child = store.scope(state: \.child, action: \.child)
    #expect(Set([child, store.scope(state: \.child, action: \.child)]).count == 1)
    #expect(child.id == ObjectIdentifier(child))
  }

  @Test func `a child's store shows its state and sends its actions`() {
    let store = Store(initialState: Family.State()) { Family() }
    let child = store.scope(state: \.child, action: \.child)
    child.send(.setCount(3))
    #expect(child.count == 3)
    #expect(store.child.count == 3)
    store.send(.incrementChild)
    #expect(child.count == 4)
  }

  @Test func `the store of a removed child keeps its last state, and is released`() {
    let store = Store(initialState: Family.State(presented: Child.State(id: 1))) { Family() }
    let child = store.scope(state: \.presented, action: \.presented.presented)
    store.send(.present(nil))
    #expect(child?.state.id == 1)
    #expect(store.scope(state: \.presented, action: \.presented.presented) == nil)
    store.send(.present(1))
    #expect(store.scope(state: \.presented, action: \.presented.presented) !== child)
  }

  @Test func `scoping step by step gives the same stores`() {
    let store = Store(initialState: Family.State(presented: Child.State(id: 1))) { Family() }
    let one = store.scope(state: \.presented?.count, action: \.presented.presented.setCount)
    #expect(one?.state == 0)
    one?.send(5)
    #expect(store.presented?.count == 5)
    #expect(
      one === store.scope(state: \.presented?.count, action: \.presented.presented.setCount))
  }

  @Test func `an optional and its child are scoped by the same key paths`() {
    let store = Store(initialState: Family.State(optional: PlainChild.State(id: 7))) { Family() }
    for _ in 1...2 {
      let optional: Store<PlainChild.State?, PlainChild.Action> =
        store.scope(state: \.optional, action: \.optional)
      let child: Store<PlainChild.State, PlainChild.Action>? =
        store.scope(state: \.optional, action: \.optional)
      #expect(optional.state == PlainChild.State(id: 7))
      #expect(child?.state == PlainChild.State(id: 7))
    }
  }
}
