import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@MainActor
struct ReplayTests {
  let clock = TestClock()
  let standing = Standing(
    id: 1, rank: 1, name: "Bob", score: Score(reps: 2, duration: .seconds(3), rankKey: -2),
    achievedAt: .monday, isYou: false, workout: UUID(7))

  private func replay(_ workout: Workout?) -> TestStoreOf<Replay> {
    let clock = clock
    return TestStore(initialState: Replay.State(standing, of: .pushUps)) {
      Replay()
    } withDependencies: {
      $0.continuousClock = clock
      $0.leaderboard.workout = { id in id == workout?.id ? workout : nil }
    }
  }

  @Test func `reps come when they came, pauses included`() async {
    let store = replay(.sample(7))
    store.exhaustivity = .off
    await store.send(.onAppear)
    await store.receive(\.workoutResponse.success)
    await clock.advance(by: .milliseconds(990))
    #expect(store.state.repCount == 0)
    await clock.advance(by: .milliseconds(60))
    await store.skipReceivedActions()
    #expect(store.state.repCount == 1)
    await store.send(.pauseButtonTapped)
    #expect(store.state.elapsed == .milliseconds(1050))
    await clock.advance(by: .seconds(60))
    #expect(store.state.elapsed == .milliseconds(1050))
    await store.send(.playButtonTapped)
    await clock.advance(by: .seconds(5))
    await store.skipReceivedActions()
    #expect(store.state.isOver && !store.state.isPlaying)
    #expect(store.state.elapsed == .seconds(3))
    #expect(store.state.repCount == 2)
    // Over: from the start again.
    await store.send(.playButtonTapped) { $0.elapsed = .zero }
    await store.send(.pauseButtonTapped)
  }

  @Test func `a workout that is gone is told`() async {
    let store = replay(nil)
    await store.send(.onAppear)
    await store.receive(\.workoutResponse.success) {
      $0.failure = Failure(
        happened: "this workout is not there any more", remedy: "go back and press r",
        details: "no workout with the id of a standing")
    }
    await store.send(.playButtonTapped)
  }

  @Test func `a workout that cannot be read is told`() async {
    let store = TestStore(initialState: Replay.State(standing, of: .pushUps)) {
      Replay()
    } withDependencies: {
      $0.leaderboard.workout = { _ in throw SampleError() }
    }
    await store.send(.onAppear)
    await store.receive(\.workoutResponse.failure) { $0.failure = Failure(SampleError()) }
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
    await store.send(.replayButtonTapped)
    await store.receive(\.replay.workoutResponse.success)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    await store.send(.replay(.presented(.closeButtonTapped)))
    await store.receive(\.replay.delegate.closed) { $0.replay = nil }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `a replay on the screen`(size: Size) async {
    let app = VirtualApp(size: size)
    app.memory.kept.withLock { $0.finished = [.sample()] }
    app.press("2", .enter)
    await app.advance(by: .milliseconds(1500))
    app.press(.space)
    expectGolden(app.screen.golden, "replay-\(size.width)x\(size.height)")
  }
}
