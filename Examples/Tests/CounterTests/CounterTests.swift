import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import counter

@Suite(.checksForLeaks)
@MainActor
struct CounterTests {
  @Test func `keys change the count`() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementKeyPressed) { $0.count = 1 }
    await store.send(.decrementKeyPressed) { $0.count = 0 }
    await store.send(.decrementKeyPressed) { $0.count = -1 }
    await store.send(.resetKeyPressed) { $0.count = 0 }
  }

  @Test func `the counter counts once a second until it is stopped`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startStopKeyPressed) { $0.isRunning = true }
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.timerTick) { $0.count = 1 }
    await store.send(.startStopKeyPressed) { $0.isRunning = false }
    await clock.advance(by: .seconds(60))
  }

  @Test func `the screen has the count and the keys that have an action`() {
    let store = Store(initialState: Counter.State(count: 41)) { Counter() }
    let backend = TestBackend(
      StoreProgram(CounterView(store: store), store: store, keys: Counter.keys, start: nil),
      size: Size(40, 7))
    backend.press("+", .down, .up)
    #expect(
      backend.text == """
                     ██  ██ ██████
                     ██  ██     ██
                     ██████ ██████
                         ██ ██
                         ██ ██████

        ↑ more  ↓ less  Space start  q quit
        """)
    backend.press("0")
    #expect(backend.lines.last == "↑/+ more  ↓/- less  Space start  q quit")
    backend.press("q")
    #expect(backend.program.exit == Exit())
  }
}
