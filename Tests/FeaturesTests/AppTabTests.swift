import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import AppFeatures

@Suite(.checksForLeaks)
@MainActor
struct AppTabTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func app() -> TestStoreOf<AppTab> {
    TestStore(initialState: AppTab.State(name: "Ann", catalogue: .sample)) {
      AppTab()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
      $0.leaderboard = memory.leaderboard
    }
  }

  @Test func `a saved workout appears on the leaderboard and the profile`() async {
    let store = app()
    store.exhaustivity = .off
    await startWorkout(store)
    await store.send(
      ._internal(
        .workouts(._internal(.session(.presented(.view(.repKeyPressed(.space))))))))
    await store.send(._internal(.workouts(.command(.stop))))
    await store.finish()
    await store.skipReceivedActions()
    #expect(store.state.leaderboard.window.yourStanding?.reps == 1)
    #expect(store.state.profile.history.workouts.count == 1)
  }

  @Test func `quitting during a workout asks for confirmation and saves the workout`() async {
    let store = app()
    store.exhaustivity = .off
    await startWorkout(store)
    await store.send(.view(.quitButtonTapped)) { $0.overlay = .quitQuestion }
    await store.send(.view(.quitCancelled)) { $0.overlay = nil }
    await store.send(.view(.quitButtonTapped)) { $0.overlay = .quitQuestion }
    await store.send(.view(.quitConfirmed)) {
      $0.overlay = nil
      $0.isQuitting = true
    }
    await store.finish()
    #expect(memory.storage.withLock { $0.finished.count } == 1)
  }

  private func startWorkout(_ store: TestStoreOf<AppTab>) async {
    await store.send(._internal(.workouts(.view(.openButtonTapped))))
    await store.send(
      ._internal(
        .workouts(._internal(.destination(.presented(.detail(.view(.startButtonTapped))))))))
    await clock.advance(by: .seconds(4))
  }
}
