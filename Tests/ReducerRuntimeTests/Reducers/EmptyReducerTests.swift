import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct EmptyReducerTests {
  @Test func `an empty reducer changes nothing and has no effects`() async {
    let store = TestStore(initialState: 1) { EmptyReducer<Int, String>() }
    await store.send("anything")
    await store.finish()
    #expect(store.state == 1)
  }

  @Test func `operators can be applied to an empty reducer`() async {
    let store = TestStore(initialState: 1) {
      EmptyReducer<Int, Void>().onChange(of: { $0 }) { _, _ in EmptyReducer() }
    }
    await store.send(())
  }
}
