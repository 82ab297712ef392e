import ReducerRuntime
import ReducerTestSupport
import XCTest

@testable import counter

/// Tests in XCTest and the Swift 5 language mode.
final class XCTestTests: XCTestCase {
  @MainActor
  func testAStoreOnTheMainActor() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementKeyPressed) { $0.count = 1 }
  }

  func testAStoreFromAnywhere() async {
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

  @MainActor
  func testAStoreWithoutEffects() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.decrementKeyPressed)
    XCTAssertEqual(store.count, -1)
  }
}
