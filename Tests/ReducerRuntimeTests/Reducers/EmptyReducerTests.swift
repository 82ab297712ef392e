import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.leavesNothing)
@MainActor
struct EmptyReducerTests {
  @Test func `nothing changes and nothing follows`() async {
    let store = TestStore(initialState: 1) { EmptyReducer<Int, String>() }
    await store.send("anything")
    await store.finish()
    #expect(store.state == 1)
  }

  @Test func `an empty reducer takes operators`() async {
    let store = TestStore(initialState: 1) {
      EmptyReducer<Int, Void>().onChange(of: { $0 }) { _, _ in EmptyReducer() }
    }
    await store.send(())
  }
}
