import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct ReplayTests {
  let clock = TestClock()
  let standing = Standing(
    id: 1, rank: 1, name: "Bob", score: Score(reps: 2, duration: .seconds(3), rankKey: -2),
    achievedAt: .monday, isYou: false, workout: UUID(7))

  private func replay(_ workout: Workout?) -> TestStoreOf<Replay> {
    let clock = clock
    return TestStore(
      initialState: Replay.State(of: standing.workout, by: standing.name, in: .pushUps)
    ) {
      Replay()
    } withDependencies: {
      $0.continuousClock = clock
      $0.leaderboard.workout = { id in id == workout?.id ? workout : nil }
    }
  }

  @Test func `reps come when they came, pauses included`() async {
    let store = replay(.sample(7))
    store.exhaustivity = .off
    await store.send(.command(.load))
    await store.receive(\._internal.workoutResponse.success)
    await clock.advance(by: .milliseconds(990))
    #expect(store.state.repCount == 0)
    await clock.advance(by: .milliseconds(60))
    await store.skipReceivedActions()
    #expect(store.state.repCount == 1)
    await store.send(.view(.pauseButtonTapped))
    #expect(store.state.elapsed == .milliseconds(1050))
    await clock.advance(by: .seconds(60))
    #expect(store.state.elapsed == .milliseconds(1050))
    await store.send(.view(.playButtonTapped))
    await clock.advance(by: .seconds(5))
    await store.skipReceivedActions()
    #expect(store.state.isOver && !store.state.isPlaying)
    #expect(store.state.elapsed == .seconds(3))
    #expect(store.state.repCount == 2)
    // Over: from the start again.
    await store.send(.view(.playButtonTapped)) { $0.elapsed = .zero }
    await store.send(.view(.pauseButtonTapped))
  }

  @Test func `a workout that is gone is told`() async {
    let store = replay(nil)
    await store.send(.command(.load))
    await store.receive(\._internal.workoutResponse.success) {
      let failure = Failure(
        happened: "this workout is not there any more",
        remedy: "go back and refresh the leaderboard",
        details: "no workout with the id of a standing")
      $0.failure = failure
      $0.errorSheet = ErrorHandling.State(
        failure, safe: "All scores are as they were.", canRetry: false)
    }
    await store.send(.view(.playButtonTapped))
  }

  @Test func `a workout that cannot be read is explained, and read at another try`() async {
    let isBroken = LockIsolated(true)
    let clock = clock
    let store = TestStore(
      initialState: Replay.State(of: standing.workout, by: standing.name, in: .pushUps)
    ) {
      Replay()
    } withDependencies: {
      $0.continuousClock = clock
      $0.leaderboard.workout = { _ in
        if isBroken.value { throw SampleError() }
        return .sample(7)
      }
    }
    await store.send(.command(.load))
    await store.receive(\._internal.workoutResponse.failure) {
      $0.failure = Failure(SampleError())
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()), safe: "All scores are as they were.", canRetry: true)
    }
    isBroken.setValue(false)
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.errorSheet.delegate.retryRequested) {
      $0.failure = nil
      $0.errorSheet = nil
    }
    store.exhaustivity = .off
    await store.receive(\._internal.workoutResponse.success)
    #expect(store.state.isPlaying)
    await store.send(.view(.pauseButtonTapped))
  }

  @Test func `by keys: a failure is explained over the replay, which then is left`() {
    let app = VirtualApp { $0.leaderboard.workout = { _ in throw SampleError() } }
    app.memory.kept.withLock { $0.finished = [.sample()] }
    app.press("2", .enter)
    #expect(app.shows("Something went wrong"))
    app.press(.escape)
    #expect(app.shows("the disk is full") && !app.shows("Something went wrong"))
    app.press(.escape)
    #expect(app.shows("You are number 1"))
  }

  @Test func `leaving ends the clock`() async {
    let clock = clock
    var state = Leaderboard.State(catalogue: .sample)
    state.entries = [standing]
    let store = TestStore(initialState: state) {
      Leaderboard()
    } withDependencies: {
      $0.continuousClock = clock
      $0.leaderboard.workout = { _ in .sample(7) }
    }
    store.exhaustivity = .off
    await store.send(.view(.replayButtonTapped))
    await store.receive(\._internal.destination.replay._internal.workoutResponse.success)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    await store.send(._internal(.destination(.presented(.replay(.view(.closeButtonTapped))))))
    await store.receive(\._internal.destination.replay.delegate.closed) { $0.destination = nil }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }
}
