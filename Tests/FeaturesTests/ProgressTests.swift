import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import CatalogueFeatures
@testable import SharedFeatures

/// Tests of the results of a challenge over time.
@Suite(.checksForLeaks)
@MainActor
struct ProgressTests {
  private typealias Attempt = ChallengeDetail.Attempt

  @Test func `attempts with a possible score are sorted by time, and the best is marked`() {
    let workouts: [Workout] = [
      .sample(4, at: .monday.addingTimeInterval(400), reps: Array(1...1000)),
      .sample(3, at: .monday.addingTimeInterval(300)),
      .sample(2, at: .monday.addingTimeInterval(200), reps: []),
      .sample(1, at: .monday.addingTimeInterval(100), reps: [1, 2, 3]),
    ]
    let attempts = Attempt.attempts(in: workouts, of: .pushUps, best: workouts[3].id)
    #expect(attempts.map(\.score.reps) == [3, 2])
    #expect(attempts.map(\.isBest) == [true, false])
    #expect(attempts.map(\.startedAt) == [workouts[3].startedAt, workouts[1].startedAt])
  }

  private func attempts(
    _ scores: [(reps: Int, seconds: Double)], goal: Int = 0
  ) -> [Attempt] {
    scores.enumerated().map { index, score in
      Attempt(
        startedAt: .monday.addingTimeInterval(Double(index)), day: "2026-01-05",
        score: Score(
          reps: score.reps, duration: .seconds(score.seconds),
          rankKey: score.reps < goal ? .max : 0),
        isBest: false)
    }
  }

  @Test func `progress needs at least two results`() {
    let scoring = Challenge.Scoring.hold
    #expect(Progress([], scoring: scoring) == nil)
    #expect(Progress(attempts([(0, 60)]), scoring: scoring) == nil)
    #expect(Progress(attempts([(0, 60), (0, 70)]), scoring: scoring) != nil)
  }

  @Test func `each kind of scoring has its own axis`() throws {
    let scores = attempts([(10, 120), (100, 300.5), (100, 290)])
    let reps = try #require(Progress(scores, scoring: .reps(within: .seconds(120))))
    #expect(scores.map(reps.axisValue) == [10, 100, 100])
    #expect(reps.text(100) == "100")
    let hold = try #require(Progress(scores, scoring: .hold))
    #expect(scores.map(hold.axisValue) == [120, 300.5, 290])
    #expect(hold.text(300.5) == "5:00")
    // An incomplete attempt has no place on an axis of times.
    let timed = attempts([(10, 120), (100, 300.5), (100, 290)], goal: 100)
    let time = try #require(Progress(timed, scoring: .time(forReps: 100)))
    #expect(time.attempts.map(time.axisValue) == [300.5, 290])
    #expect(Progress(Array(timed.prefix(2)), scoring: .time(forReps: 100)) == nil)
  }

  @Test func `the progress chart includes a saved workout at once`() async {
    let memory = MemoryStore()
    memory.storage.withLock { $0.finished = [.sample(7, reps: [1, 2, 3])] }
    let app = VirtualApp(catalogue: .sample) {
      $0.uuid = .incrementing
      $0.workouts = memory.workouts
    }
    app.press(.enter)
    #expect(app.program.store.workouts.detail?.results?.progress.map(\.score.reps) == [3])
    app.press("s", "s", .space, "s")
    #expect(app.program.store.workouts.detail?.results?.progress.map(\.score.reps) == [3, 1])
    #expect(
      app.program.store.workouts.detail?.results?.progress.map(\.isBest) == [true, false])
  }

  @Test func `a failure to read the history is a failure of the results`() async {
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
    #expect(store.state.errorSheet?.failure == Failure(SampleError()))
  }
}
