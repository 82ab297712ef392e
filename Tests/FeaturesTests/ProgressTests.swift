import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

/// Your results in a challenge in the course of time.
@Suite(.checksForLeaks)
@MainActor
struct ProgressTests {
  private typealias Attempt = ChallengeDetail.Attempt

  @Test func `attempts come earliest first, the best one marked, and what has no score is none`() {
    let workouts: [Workout] = [
      .sample(3, at: .monday.addingTimeInterval(300)),
      .sample(2, at: .monday.addingTimeInterval(200), reps: []),
      .sample(1, at: .monday.addingTimeInterval(100), reps: [1, 2, 3]),
    ]
    let scoring = Challenge.pushUps.scoring
    let attempts = Attempt.attempts(in: workouts, scoring: scoring, best: workouts[2].id)
    #expect(attempts.map(\.score.reps) == [3, 2])
    #expect(attempts.map(\.isBest) == [true, false])
    #expect(attempts.map(\.startedAt) == [workouts[2].startedAt, workouts[0].startedAt])
  }

  private func attempts(_ scores: [(reps: Int, seconds: Double)]) -> [Attempt] {
    scores.enumerated().map { index, score in
      Attempt(
        startedAt: .monday.addingTimeInterval(Double(index)),
        score: Score(reps: score.reps, duration: .seconds(score.seconds), rankKey: 0),
        isBest: false)
    }
  }

  @Test func `one result is no progress`() {
    let scoring = Challenge.Scoring.hold
    #expect(Progress([], scoring: scoring) == nil)
    #expect(Progress(attempts([(0, 60)]), scoring: scoring) == nil)
    #expect(Progress(attempts([(0, 60), (0, 70)]), scoring: scoring) != nil)
  }

  @Test func `each way of scoring has an axis of its own`() throws {
    let scores = attempts([(10, 120), (100, 300.5), (100, 290)])
    let reps = try #require(Progress(scores, scoring: .reps(within: .seconds(120))))
    #expect(scores.map(reps.height) == [10, 100, 100])
    #expect(reps.text(100) == "100")
    let hold = try #require(Progress(scores, scoring: .hold))
    #expect(scores.map(hold.height) == [120, 300.5, 290])
    #expect(hold.text(300.5) == "5:00")
    // A time that was not reached cannot be drawn on an axis of times.
    let time = try #require(Progress(scores, scoring: .time(forReps: 100)))
    #expect(time.attempts.map(time.height) == [300.5, 290])
    #expect(Progress(Array(scores.prefix(2)), scoring: .time(forReps: 100)) == nil)
  }

  @Test func `a workout that is saved is in the progress at once`() async {
    let (clock, memory) = (TestClock(), MemoryStore())
    memory.storage.withLock { $0.finished = [.sample(7, reps: [1, 2, 3])] }
    let store = TestStore(initialState: ChallengeDetail.State(challenge: .pushUps)) {
      ChallengeDetail()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
    }
    store.exhaustivity = .off
    await store.send(.command(.appear))
    await store.receive(\._internal.resultsResponse.success)
    #expect(store.state.results?.progress.map(\.score.reps) == [3])
    await store.send(.view(.startTestButtonTapped))
    await clock.advance(by: .seconds(4))
    await store.send(
      ._internal(.destination(.presented(.activeWorkout(.view(.incrementRepTapped))))))
    await store.send(.command(.stop))
    await store.receive(\.delegate.workoutSaved)
    await store.receive(\._internal.resultsResponse.success)
    #expect(store.state.results?.progress.map(\.score.reps) == [3, 1])
    #expect(store.state.results?.progress.map(\.isBest) == [true, false])
    await store.finish()
  }

  @Test func `a history that cannot be read fails with the other results`() async {
    let memory = MemoryStore()
    let store = TestStore(initialState: ChallengeDetail.State(challenge: .pushUps)) {
      ChallengeDetail()
    } withDependencies: {
      $0.date = .constant(.monday)
      $0.workouts = memory.workouts
      $0.workouts.history = { _, _, _ in throw SampleError() }
    }
    store.exhaustivity = .off
    await store.send(.command(.appear))
    await store.receive(\._internal.resultsResponse.failure)
    #expect(store.state.destination?.errorSheet?.failure == Failure(SampleError()))
  }
}
