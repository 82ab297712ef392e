import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import HistoryFeatures

@Suite(.checksForLeaks)
@MainActor
struct ReplayTests {
  let clock = TestClock()

  private func replay(_ workout: Workout = .sample(7)) -> TestStoreOf<Replay> {
    let clock = clock
    let store = TestStore(initialState: Replay.State(workout, by: "Bob", in: .pushUps)) {
      Replay()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `reps appear at their recorded times, also after a pause of the replay`() async {
    let store = replay()
    await store.send(.command(.start))
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
    // At the end, the play key restarts the replay from the beginning.
    await store.send(.view(.playButtonTapped))
    #expect(store.state.elapsed == .zero && store.state.isPlaying)
    await store.send(.view(.pauseButtonTapped))
  }

  @Test func `a pause of the workout is shown for three seconds in a replay`() async {
    let workout = Workout.sample(
      7, duration: .seconds(120), pauses: [.init(at: .seconds(30), for: .seconds(45))])
    let store = replay(workout)
    await store.send(.command(.start))
    await clock.advance(by: .milliseconds(29_950))
    await store.skipReceivedActions()
    #expect(store.state.pause == nil)
    await clock.advance(by: .milliseconds(100))
    await store.skipReceivedActions()
    #expect(store.state.pause == "0:45")
    await clock.advance(by: .seconds(3))
    await store.skipReceivedActions()
    #expect(store.state.pause == nil)
    await store.send(.view(.seekButtonTapped(by: -1)))
    await store.send(.view(.pauseButtonTapped))
  }

  @Test func `the racers of a live race are replayed together, until the last one ends`() async {
    func racer(_ id: Racer.ID, _ name: String, _ reps: [UInt32], until end: Duration) -> Racer {
      Racer(
        id: id, name: name, phase: .finished, reps: RepLog(milliseconds: reps)!, elapsed: end)
    }
    let race = Race(
      id: UUID(1), challenge: Challenge.pushUps.id, host: 2, you: 1,
      racers: [
        racer(1, "Ann", [1000], until: .seconds(3)),
        racer(2, "Ben", [500, 1500, 3500], until: .seconds(4)),
        Racer(id: 3, name: "Cy", phase: .left),
      ])
    let clock = clock
    let store = TestStore(
      initialState: Replay.State(.sample(7), by: "Ann", in: .pushUps, race: race)
    ) {
      Replay()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.command(.start))
    await clock.advance(by: .milliseconds(1200))
    await store.skipReceivedActions()
    #expect(store.state.order?.standings.map(\.name) == ["Ann", "Ben"])
    #expect(store.state.order?.places == [1, 1])
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions()
    // Ann's second rep is only in her log.
    #expect(store.state.order?.standings.map(\.reps) == [2, 2] && !store.state.isOver)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.isOver && store.state.elapsed == .seconds(4))
    #expect(store.state.order?.standings.map(\.name) == ["Ben", "Ann"])
    #expect(store.state.order?.places == [1, 2])
  }

  @Test func `seeking moves by steps, stops at both ends and keeps playing`() async {
    let store = replay(.sample(7, duration: .seconds(120)))
    #expect(store.state.seekStep == .seconds(10))
    await store.send(.command(.start))
    await store.send(.view(.seekButtonTapped(by: 3)))
    #expect(store.state.elapsed == .seconds(30) && store.state.isPlaying)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.elapsed == .seconds(31))
    await store.send(.view(.seekButtonTapped(by: -4)))
    #expect(store.state.elapsed == .zero && store.state.isAtStart)
    await store.send(.view(.endButtonTapped))
    #expect(store.state.elapsed == .seconds(120) && store.state.isOver && !store.state.isPlaying)
    await store.send(.view(.startButtonTapped))
    #expect(store.state.elapsed == .zero && !store.state.isOver && !store.state.isPlaying)
  }

  @Test func `after a change of speed, a replay continues from its current position`() async {
    let store = replay(.sample(7, duration: .seconds(120)))
    await store.send(.command(.start))
    await clock.advance(by: .seconds(1))
    await store.send(.view(.fasterButtonTapped))
    await store.send(.view(.fasterButtonTapped))
    #expect(store.state.speed == 4)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.elapsed == .seconds(5))
    await store.send(.view(.slowerButtonTapped))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.elapsed == .seconds(7))
    for _ in Replay.speeds { await store.send(.view(.fasterButtonTapped)) }
    #expect(store.state.speed == Replay.speeds.last && !store.state.canGoFaster)
    await store.send(.view(.pauseButtonTapped))
  }

  @Test(arguments: [(3, 1), (60, 5), (120, 10), (300, 15), (1800, 120), (36_000, 600)])
  func `a step is a round number of seconds`(duration: Int, step: Int) {
    let workout = Workout.sample(duration: .seconds(duration))
    #expect(Replay.State(workout, by: "Bob", in: .pushUps).seekStep == .seconds(step))
  }
}
