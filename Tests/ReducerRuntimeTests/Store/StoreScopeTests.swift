import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct StoreScopeTests {
  @Test func `a store is identified by its object`() {
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

  @Test func `the store of a removed child keeps its last state, and is not reused`() {
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

  @Test func `the store of a presented child shows changes made after the state was copied`() {
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

  @Test func `a child's last state is kept after an earlier child was moved out of the state`() {
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

  @Test func `stores of an optional child and of a row keep the state at the last scope call`() {
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

  @Test func `a key path of two properties always gives the same store`() {
    let store = Store(initialState: Family.State(presented: Child.State(id: 1))) { Family() }
    let one = store.scope(state: \.presented?.count, action: \.presented.presented.setCount)
    #expect(one?.state == 0)
    one?.send(5)
    #expect(store.presented?.count == 5)
    #expect(
      one === store.scope(state: \.presented?.count, action: \.presented.presented.setCount))
  }

  @Test func `an optional and its value are scoped by the same key paths`() {
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

@Suite(.checksForLeaks)
@MainActor
struct StoreCollectionTests {
  private func store(rows: Int = 3) -> StoreOf<Todos> {
    let rows = (0..<rows).map { Todo.State(id: $0) }
    return Store(initialState: Todos.State(rows: IdentifiedArray(uniqueElements: rows))) { Todos() }
  }

  @Test func `each row has a store`() {
    let store = store()
    for row in store.scope(state: \.rows, action: \.rows) where row.state.id != 1 {
      row.send(.toggled)
    }
    #expect(store.rows.map(\.isDone) == [true, false, true])
  }

  @Test func `the same element has the same store at any position`() {
    let store = store()
    let before = Array(store.scope(state: \.rows, action: \.rows))
    store.send(.reversed)
    let after = Array(store.scope(state: \.rows, action: \.rows))
    #expect(after == before.reversed())
    store.send(.removed(1))
    #expect(store.scope(state: \.rows, action: \.rows).map(\.state.id) == [2, 0])
    #expect(before[1].state.id == 1)
  }

  @Test func `elements can change and be removed during iteration`() {
    let store = store()
    for row in store.scope(state: \.rows, action: \.rows) {
      row.send(.toggled)
      store.send(.removed(row.state.id))
    }
    #expect(store.rows.isEmpty)
  }

  @Test func `a row's store is found by its identifier`() {
    let store = store()
    let row = store.scope(state: \.rows[id: 2], action: \.rows[id: 2])
    row?.send(.toggled)
    #expect(store.rows[id: 2]?.isDone == true)
    #expect(store.scope(state: \.rows[id: 9], action: \.rows[id: 9]) == nil)
  }

  @Test func `stores of removed elements are released`() {
    let store = store(rows: 100)
    weak var first: Store<Todo.State, Todo.Action>?
    do {
      let rows = store.scope(state: \.rows, action: \.rows)
      first = rows[0]
      _ = Array(rows)
    }
    #expect(first != nil)
    for id in 0..<90 { store.send(.removed(id)) }
    _ = Array(store.scope(state: \.rows, action: \.rows))
    #expect(first == nil)
  }

  @Test func `a list observes insertions and removals, not changes in elements`() {
    let store = store()
    var counts: [Int] = []
    let list = observe { counts.append(store.scope(state: \.rows, action: \.rows).count) }
    let row = store.scope(state: \.rows, action: \.rows)[0]
    var isDone = false
    let one = observe { isDone = row.isDone }
    row.send(.toggled)
    store.send(.removed(2))
    #expect(counts == [3, 2])
    #expect(isDone)
    list.cancel()
    one.cancel()
  }
}

@Reducer
private struct Todos {
  @ObservableState
  struct State: Equatable { var rows: IdentifiedArrayOf<Todo.State> = [] }

  enum Action {
    case rows(IdentifiedActionOf<Todo>)
    case reversed
    case removed(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows: break
      case .reversed: state.rows = IdentifiedArray(uniqueElements: state.rows.reversed())
      case .removed(let id): state.rows.remove(id: id)
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Todo() }
  }
}

@Reducer
private struct Todo {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isDone = false
  }

  enum Action { case toggled }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.isDone.toggle()
      return .none
    }
  }
}
