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

  @Test func `the store of a presented child keeps the last state`() {
    let store = Store(initialState: Family.State(presented: Child.State(id: 1))) { Family() }
    let child = store.scope(state: \.presented, action: \.presented.presented)
    child?.send(.setCount(5))
    #expect(child?.count == 5)
    child?.send(.setCount(6))
    store.send(.presented(.dismiss))
    #expect(child?.count == 6)
    #expect(child?.state == Child.State(id: 1, count: 6))
  }

  @Test func `the store of a presented child follows it into a copy`() {
    let store = Store(initialState: Family.State(presented: Child.State(id: 1))) { Family() }
    let child = store.scope(state: \.presented, action: \.presented.presented)
    #expect(child?.count == 0)
    let copy = store.state
    child?.send(.setCount(5))
    #expect(child?.count == 5)
    store.send(.present(nil))
    #expect(child?.count == 5)
    #expect(copy.presented?.count == 0)
    store.send(.present(2))
    #expect(child?.state.id == 2)
    store.send(.present(nil))
    #expect(child?.state.id == 2)
  }

  @Test func `all stores of a presented child keep its last state`() {
    let store = Store(initialState: Family.State(presented: Child.State(id: 1))) { Family() }
    let first = store.scope(state: \.presented, action: \.presented.presented)
    store.send(.present(2))
    let second = store.scope(state: \.presented, action: \.presented.presented)
    #expect(first !== second)
    second?.send(.setCount(5))
    #expect(first?.count == 5)
    #expect(second?.count == 5)
    #expect(first?.count == 5)
    store.send(.presented(.dismiss))
    #expect(first?.state == Child.State(id: 2, count: 5))
    #expect(second?.state == Child.State(id: 2, count: 5))
  }

  @Test func `a child's last state is kept after an earlier child was moved out`() {
    let store = Store(initialState: Family.State(presented: Child.State(id: 1))) {
      Reduce { (state: inout Family.State, action: Family.Action) in
        switch action {
        case .present(let id?): state.presented = Child.State(id: id)
        case .present(nil): _ = state.presented.take()
        default: state.presented = nil
        }
        return .none
      }
    }
    let child = store.scope(state: \.presented, action: \.presented.presented)
    #expect(child?.state.id == 1)
    store.send(.present(nil))
    store.send(.present(2))
    #expect(child?.state.id == 2)
    store.send(.replaceAll)
    #expect(child?.state.id == 2)
  }

  @Test func `the stores of an optional child and of a row keep the last state requested`() {
    let store = Store(
      initialState: Family.State(optional: PlainChild.State(), plainRows: [PlainChild.State()])
    ) {
      Family()
    }
    func child() -> Store<PlainChild.State, PlainChild.Action>? {
      store.scope(state: \.optional, action: \.optional)
    }
    func row() -> Store<PlainChild.State, PlainChild.Action> {
      store.scope(state: \.plainRows, action: \.plainRows)[0]
    }
    let (keptChild, keptRow) = (child(), row())
    keptChild?.send(.increment)
    keptRow.send(.increment)
    #expect(child() === keptChild && row() === keptRow)
    store.send(.present(nil))
    store.send(.remove(0))
    #expect(keptChild?.state.count == 1)
    #expect(keptRow.state.count == 1)
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
