import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ViewActionTests {
  @Test func `a view sends view actions and binds through them`() {
    let view = StopwatchView(store: Store(initialState: Stopwatch.State()) { Stopwatch() })
    view.send(.startTapped)
    view.$store.reps.wrappedValue += 1
    #expect(view.store.reps == 2)
  }
}

@ViewAction(for: Stopwatch.self)
private struct StopwatchView {
  @Bindable var store: StoreOf<Stopwatch>
}
