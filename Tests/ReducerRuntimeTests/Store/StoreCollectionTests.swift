import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct StoreCollectionTests {
  private func store(rows: Int = 3) -> StoreOf<Todos> {
    let rows = (0..<rows).map { Todo.State(id: $0) }
    return Store(initialState: Todos.State(rows: IdentifiedArray(uniqueElements: rows))) { Todos() }
  }

  @Test func `a store for each row`() {
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

  @Test func `one row's store by its identifier`() {
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
