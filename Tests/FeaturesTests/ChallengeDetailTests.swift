import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct ChallengeDetailTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func detail(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ChallengeDetail> {
    TestStore(initialState: ChallengeDetail.State(challenge: .pushUps)) {
      ChallengeDetail()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `appearing loads the results`() async {
    let store = detail { [memory] in
      $0.workouts.best = { _ in .sample(1) }
      $0.workouts.last = { _ in .sample(2) }
      $0.workouts.participantCount = { _ in 7 }
      _ = memory
    }
    await store.send(.command(.appear))
    await store.receive(\._internal.plan.command.appear)
    await store.receive(\._internal.plan._internal.plansResponse.success) {
      $0.plan.today = .monday
    }
    await store.receive(\._internal.resultsResponse.success) {
      $0.results = ChallengeDetail.Results(
        best: .sample(1), last: .sample(2), participantCount: 7)
    }
  }

  @Test func `a failure to read results is shown`() async {
    let store = detail { $0.workouts.best = { _ in throw SampleError() } }
    await store.send(.command(.appear))
    await store.receive(\._internal.plan.command.appear)
    await store.receive(\._internal.plan._internal.plansResponse.success) {
      $0.plan.today = .monday
    }
    await store.receive(\._internal.resultsResponse.failure) {
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(
        ErrorHandling.State(
          Failure(SampleError()),
          dataStatus: "Your workouts are unchanged, and you can still start.", canRetry: true))
    }
  }

  @Test func `starting presents a workout with its countdown`() async {
    let store = detail()
    await store.send(.view(.startButtonTapped)) {
      $0.destination = .activeWorkout(WorkoutTimer.State(challenge: .pushUps))
    }
    await store.receive(\._internal.destination.activeWorkout.command.start) {
      $0.destination?.modify(\.activeWorkout) {
        $0.phase = .preparing(start: .seconds(3), remaining: 3)
        $0.recordStartKey(at: .zero)
      }
    }
    await store.send(
      ._internal(.destination(.presented(.activeWorkout(.view(.leaveButtonTapped)))))
    ) {
      $0.destination?.modify(\.activeWorkout) { $0.phase = .idle }
    }
    await store.receive(\._internal.destination.activeWorkout.delegate.closed) {
      $0.destination = nil
    }
  }

  @Test func `a saved workout notifies the parent and reloads the results`() async {
    let store = detail()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(4))
    await store.send(
      ._internal(.destination(.presented(.activeWorkout(.view(.repKeyPressed(.space)))))))
    await store.send(.command(.stop))
    await store.receive(\.delegate.workoutSaved)
    await store.receive(\._internal.resultsResponse.success)
    #expect(store.state.results?.best?.reps == 1)
    await store.finish()
  }

  @Test func `closing the workout ends its effects`() async {
    let store = detail()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(4))
    // The child is dismissed while its clock ticks.
    await store.send(._internal(.destination(.dismiss))) { $0.destination = nil }
    await store.finish()
  }
}
