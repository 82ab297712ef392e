import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import counter

/// Tests in Swift Testing and the Swift 5 language mode.
@Suite(.checksForLeaks)
struct SwiftTestingTests {
  @Test @MainActor func aStoreOnTheMainActor() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementKeyPressed) { $0.count = 1 }
  }

  @Test func aStoreFromAnywhere() async {
    let clock = TestClock()
    let store = await TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startStopKeyPressed) { $0.isRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTick) { $0.count = 1 }
    await store.send(.startStopKeyPressed) { $0.isRunning = false }
  }

  @Test func aSynchronousTest() {
    var state = Counter.State()
    _ = Counter().reduce(into: &state, action: .decrementKeyPressed)
    #expect(state.count == -1)
  }
}
