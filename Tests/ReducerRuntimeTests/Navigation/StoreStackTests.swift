import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct StoreStackTests {
  private let store = Store(initialState: StackState(["a", "b", "c"])) {
    Reduce<StackState<String>, StackAction<String, Step>> { stack, action in
      switch action {
      case .element(let id, .walk(let steps)): stack[id: id]?.append("\(steps)")
      case .element: break
      case .popFrom(let id): stack.pop(from: id)
      case .push(let id, let state): stack[id: id] = state
      }
      return .none
    }
  }

  @Test func `the elements of a stack have stores`() {
    let elements = store.elements()
    #expect(elements.map(\.state) == ["a", "b", "c"])
    elements[1].send(.walk(2))
    #expect(store.state[1] == "b2")
    #expect(store.elements()[1] === elements[1])
  }

  @Test func `the top element is popped, down to the last`() {
    store.pop()
    #expect(Array(store.state) == ["a", "b"])
    store.pop()
    #expect(store.pop() != nil)
    #expect(store.pop() == nil)
    #expect(store.state.isEmpty)
  }

  @Test func `all elements above one are popped`() {
    #expect(store.pop(to: 2) == nil)
    #expect(store.pop(to: 9) == nil)
    #expect(store.pop(to: 0) != nil)
    #expect(Array(store.state) == ["a"])
  }
}
