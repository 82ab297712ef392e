import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct StackElementIDTests {
  @Test func `an element id is encoded as a number`() {
    let id: StackElementID = 3
    #expect(id == StackElementID(integerLiteral: 3))
    #expect("\(id)" == "#3")
  }

  @Test func `each store counts from zero`() {
    for _ in 0..<2 {
      let store = Store(initialState: StackState<Int>()) {
        Reduce<StackState<Int>, Void> { stack, _ in
          stack.append(0)
          return .none
        }
      }
      store.send(())
      store.send(())
      #expect(store.state.ids == [0, 1])
    }
  }

  @Test func `the first element id can be set`() {
    let store = Store(initialState: StackState<Int>()) {
      Reduce<StackState<Int>, Void> { stack, _ in
        stack.append(0)
        return .none
      }
    } withDependencies: {
      $0.stackElementID = StackElementIDGenerator(first: 7)
    }
    store.send(())
    #expect(store.state.ids == [7])
  }
}
