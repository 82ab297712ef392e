import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@Suite(.leavesNothing)
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
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
      $0.leaderboard = memory.leaderboard
    }
  }

  @Test func `tabs go round, and each appears`() async {
    let store = app()
    store.exhaustivity = .off
    await store.send(.previousTabButtonTapped) { $0.selectedTab = .profile }
    await store.receive(\.profile.onAppear)
    await store.send(.nextTabButtonTapped) { $0.selectedTab = .workouts }
    await store.receive(\.workouts.onAppear)
    await store.send(.selectedTabChanged(.leaderboard)) { $0.selectedTab = .leaderboard }
    await store.receive(\.leaderboard.onAppear)
    await store.finish()
  }

  @Test func `a saved workout is on the leaderboard and the profile`() async {
    let store = app()
    store.exhaustivity = .off
    await startWorkout(store)
    await store.send(
      .workouts(.detail(.presented(.activeWorkout(.presented(.incrementRepTapped))))))
    await store.send(.workouts(.stopRequested))
    await store.finish()
    await store.skipReceivedActions()
    #expect(store.state.leaderboard.you?.reps == 1)
    #expect(store.state.profile.workouts.count == 1)
  }

  @Test func `quitting is not asked about while nothing runs`() async {
    let store = app()
    await store.send(.quitButtonTapped) { $0.isQuitting = true }
  }

  @Test func `quitting while a workout runs asks, and saves it`() async {
    let store = app()
    store.exhaustivity = .off
    await startWorkout(store)
    await store.send(.quitButtonTapped) { $0.wantsToQuit = true }
    await store.send(.quitCancelled) { $0.wantsToQuit = false }
    await store.send(.quitButtonTapped) { $0.wantsToQuit = true }
    await store.send(.quitConfirmed) {
      $0.wantsToQuit = false
      $0.isQuitting = true
    }
    await store.finish()
    #expect(memory.kept.withLock { $0.finished.count } == 1)
  }

  @Test func `a termination saves what runs without asking`() async {
    let store = app()
    store.exhaustivity = .off
    await startWorkout(store)
    await store.send(.terminationRequested) { $0.isQuitting = true }
    await store.finish()
    #expect(memory.kept.withLock { $0.finished.count } == 1)
  }

  private func startWorkout(_ store: TestStoreOf<AppTab>) async {
    await store.send(.workouts(.openButtonTapped))
    await store.send(.workouts(.detail(.presented(.startTestButtonTapped))))
    await clock.advance(by: .seconds(4))
  }
}
