import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ReducerTests {
  @Test func `a reducer is implemented by a body or by a method`() async {
    let composed = TestStore(initialState: 0) { Composed() }
    await composed.send(2) { $0 = 4 }
    let plain = TestStore(initialState: 0) { Plain() }
    await plain.send(2) { $0 = 2 }
  }

  @Test func `a composed reducer can be called directly`() {
    var state = 0
    let effect = Composed().reduce(into: &state, action: 3)
    #expect(state == 6)
    _ = effect
  }

  @Test func `a body is evaluated when a store is made, and not for each action`() {
    let evaluations = LockIsolated(0)
    let store = Store(initialState: 0) { Counted(evaluations: evaluations) }
    for _ in 0..<3 { store.send(()) }
    #expect(store.state == 3)
    #expect(evaluations.value == 1)
  }
}

private struct Plain: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

private struct Composed: Reducer {
  typealias State = Int
  typealias Action = Int
  var body: some Reducer<Int, Int> {
    Plain()
    Plain()
  }
}

private struct Counted: Reducer {
  typealias State = Int
  typealias Action = Void
  let evaluations: LockIsolated<Int>
  var body: some Reducer<Int, Void> {
    let _ = evaluations.withValue { $0 += 1 }
    Reduce { count, _ in
      count += 1
      return .none
    }
  }
}
