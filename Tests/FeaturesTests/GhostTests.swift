import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import CatalogueFeatures
@testable import TimerFeatures

@Suite(.checksForLeaks)
@MainActor
struct GhostTests {
  let clock = TestClock()
  let memory = MemoryStore()
  let ghost = Ghost(
    name: "your best", log: WorkoutLog(reps: RepLog(milliseconds: [1000, 2000, 3000])!))

  func race(
    of challenge: Challenge = .pushUps, against ghost: Ghost?
  ) -> TestStoreOf<WorkoutTimer> {
    var options = WorkoutOptions()
    options.preparation = 0
    let store = TestStore(
      initialState: WorkoutTimer.State(challenge: challenge, options: options, ghost: ghost)
    ) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `the lead follows the reps of the person and of the ghost`() async {
    let store = race(against: ghost)
    #expect(store.state.lead == nil)
    await store.send(.view(.startButtonTapped))
    #expect(store.state.lead?.reps == 0)
    await clock.advance(by: .milliseconds(500))
    await store.send(.view(.repKeyPressed(.space)))
    #expect(store.state.lead?.text == "1 ahead of your best")
    await clock.advance(by: .milliseconds(490))
    await store.skipReceivedActions()
    #expect(store.state.lead?.reps == 1)
    // Advances to the instant of the ghost's first rep.
    await clock.advance(by: .milliseconds(10))
    await store.skipReceivedActions()
    #expect(store.state.lead?.text == "level with your best")
    await clock.advance(by: .milliseconds(1000))
    await store.skipReceivedActions()
    #expect(store.state.lead?.text == "1 behind your best")
    // The ghost's workout is over, so it does no more reps.
    await clock.advance(by: .seconds(60))
    await store.skipReceivedActions()
    #expect(store.state.lead?.reps == -2)
    await store.send(.view(.decrementRepTapped))
    #expect(store.state.lead?.reps == -3)
    await store.skipInFlightEffects()
  }

  @Test func `a pause stops the ghost too`() async {
    let store = race(against: ghost)
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .milliseconds(1500))
    await store.send(.view(.pauseButtonTapped))
    await clock.advance(by: .seconds(10))
    #expect(store.state.lead?.reps == -1)
    await store.send(.view(.pauseButtonTapped))
    await clock.advance(by: .milliseconds(600))
    await store.skipReceivedActions()
    #expect(store.state.lead?.reps == -2)
    await store.skipInFlightEffects()
  }

  @Test func `equal reps at the same time are level, and one more rep is a lead`() {
    #expect(ghost.lead(of: 0, at: .zero) == 0)
    #expect(ghost.lead(of: 0, at: .milliseconds(999)) == 0)
    #expect(ghost.lead(of: 1, at: .milliseconds(999)) == 1)
    #expect(ghost.lead(of: 1, at: .seconds(1)) == 0)
    #expect(ghost.lead(of: 0, at: .seconds(3)) == -3)
    #expect(ghost.lead(of: 3, at: .seconds(3)) == 0)
    #expect(ghost.lead(of: 5, at: .seconds(3600)) == 2)
    #expect(Ghost(name: "empty", log: WorkoutLog(reps: RepLog())).lead(of: 2, at: .seconds(9)) == 2)
  }

  @Test(arguments: [
    ([1000, 2000], Challenge.pushUps, "1 rep behind your best"),
    ([1000, 2000, 2500, 2600, 2700], .pushUps, "2 reps ahead of your best"),
    ([1, 2, 3], .pushUps, "Level with your best"),
    // Both reached the goal of 3 reps, so the time decides.
    ([1000, 2000, 2500], .burpees, "00:00.50 ahead of your best"),
    ([1000, 2000, 4500], .burpees, "00:01.50 behind your best"),
    ([1000, 2000, 3000], .burpees, "Level with your best"),
    ([1000], .burpees, "2 reps behind your best"),
  ])
  func `a race is decided by reps, or by time if both reach the goal`(
    milliseconds: [UInt32], challenge: Challenge, text: String
  ) {
    let workout = Workout.sample(
      reps: milliseconds, duration: .milliseconds(milliseconds.last ?? 0))
    let result = ghost.result(of: workout, in: challenge)
    #expect(result.text == text)
    #expect(result.isWon == text.contains("ahead") && result.isLost == text.contains("behind"))
  }

  @Test func `the end of the workout ends the race`() async {
    let store = race(of: .burpees, against: ghost)
    await store.send(.view(.startButtonTapped))
    for _ in 1...3 { await store.send(.view(.repKeyPressed(.space))) }
    await store.receive(\._internal.finishResponse.success)
    #expect(store.state.lead == nil)
    #expect(store.state.raceResult?.text == "00:03.00 ahead of your best")
  }

  // MARK: - From the challenge's screen

  func detail(
    of challenge: Challenge = .pushUps, best: Workout?, liveBest: Workout? = nil
  ) -> TestStoreOf<ChallengeDetail> {
    let store = TestStore(initialState: ChallengeDetail.State(challenge: challenge)) {
      ChallengeDetail()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.cues = memory.cues
      $0.workouts.best = { _ in best }
      $0.workouts.liveBest = { _ in liveBest }
      $0.workouts.last = { _ in best }
      $0.workouts.participantCount = { _ in 1 }
      $0.workouts.history = { _, _, _ in best.map { [$0] } ?? [] }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `the race key starts a race against the best workout`() async {
    let store = detail(best: .sample())
    // Nothing is requested before the results are read.
    await store.send(.view(.raceButtonTapped))
    await store.send(.command(.appear))
    await store.receive(\._internal.resultsResponse.success)
    await store.send(.view(.raceButtonTapped))
    await store.receive(
      \.delegate,
      .workoutRequested(
        WorkoutTimer.State(
          challenge: .pushUps,
          ghost: Ghost(
            name: "your best", log: Workout.sample().log)), .start)
    )
  }

  @Test func `if the best is typed in, the race is against the best live workout`() async {
    let typed = Workout(
      id: UUID(9), challenge: "pushups-2min", user: "Ann", startedAt: .monday,
      log: WorkoutLog(typedReps: 40)!.ended(at: .seconds(120)))
    let store = detail(best: typed, liveBest: .sample())
    await store.send(.command(.appear))
    await store.receive(\._internal.resultsResponse.success)
    #expect(store.state.results?.best == typed)
    #expect(
      ChallengeDetail.keys.hints(in: store.state).contains { $0.label == "race your live best" })
    await store.send(.view(.raceButtonTapped))
    await store.receive(
      \.delegate,
      .workoutRequested(
        WorkoutTimer.State(
          challenge: .pushUps,
          ghost: Ghost(
            name: "your live best", log: Workout.sample().log)),
        .start))
  }

  @Test func `there is no race without a best workout, or in a hold`() async {
    for (challenge, best) in [(Challenge.pushUps, nil), (.plank, Workout.sample())] {
      let store = detail(of: challenge, best: best)
      await store.send(.command(.appear))
      await store.receive(\._internal.resultsResponse.success)
      #expect(store.state.ghost == nil)
      store.exhaustivity = .on
      await store.send(.view(.raceButtonTapped))
    }
  }
}
