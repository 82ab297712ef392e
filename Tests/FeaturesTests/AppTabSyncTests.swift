import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import AppFeatures

@Suite(.checksForLeaks)
@MainActor
struct AppTabSyncTests {
  let memory = MemoryStore()

  private func app(_ sync: SyncClient) -> TestStoreOf<AppTab> {
    TestStore(initialState: AppTab.State(name: "Ann", catalogue: .sample)) {
      AppTab()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.date = .constant(.monday)
      $0.workouts = memory.workouts
      $0.leaderboard = memory.leaderboard
      $0.sync = sync
    }
  }

  @Test func `another machine's workouts reload the selected tab`() async {
    let store = app(SyncClient(keepSyncing: { changed in await changed() }, request: {}))
    store.exhaustivity = .off
    await store.send(.view(.appeared))
    await store.receive(\._internal.changedElsewhere)
    await store.receive(\._internal.workouts.command.appear)
    await store.send(.view(.selectedTabChanged(.profile)))
    await store.skipReceivedActions()
    await store.send(._internal(.changedElsewhere))
    await store.receive(\._internal.profile.command.load)
    await store.send(.view(.selectedTabChanged(.leaderboard)))
    await store.skipReceivedActions()
    await store.send(._internal(.changedElsewhere))
    await store.receive(\._internal.leaderboard.command.load)
    await store.finish()
  }

  @Test func `saving a workout requests a synchronization`() async {
    let requests = LockIsolated(0)
    let store = app(
      SyncClient(keepSyncing: { _ in }, request: { requests.withValue { $0 += 1 } }))
    store.exhaustivity = .off
    let workout = Workout(
      id: .init(), challenge: "pushups-2min", user: "Ann", startedAt: .monday,
      log: WorkoutLog(reps: RepLog(), duration: .seconds(120)))
    await store.send(
      ._internal(
        .workouts(
          .delegate(.workoutSaved(SavedWorkout(workout: workout, score: nil, previousBest: nil))))))
    await store.finish()
    #expect(requests.value == 1)
  }
}
