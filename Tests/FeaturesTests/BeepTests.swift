import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct BeepTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func timer(
    of challenge: Challenge = .pushUps, _ options: WorkoutOptions = WorkoutOptions()
  ) -> TestStoreOf<WorkoutTimer> {
    let store = TestStore(
      initialState: WorkoutTimer.State(challenge: challenge, options: options)
    ) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
    }
    store.exhaustivity = .off
    return store
  }

  var playedBeeps: [Beep] { memory.playedBeeps.withLock { $0 } }

  @Test func `each second of the countdown beeps, and then the start`() async {
    let store = timer()
    await store.send(.view(.startButtonTapped))
    for count in 1...3 {
      #expect(playedBeeps == Array(repeating: .countdown, count: count))
      await clock.advance(by: .seconds(1))
    }
    #expect(playedBeeps == [.countdown, .countdown, .countdown, .start])
    await store.skipInFlightEffects()
  }

  @Test func `skipping the countdown skips its other beeps`() async {
    let store = timer()
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(5))
    #expect(playedBeeps == [.countdown, .start])
    await store.skipInFlightEffects()
  }

  @Test func `the time limit beeps, and stopping does not`() async {
    var options = WorkoutOptions()
    options.preparation = 0
    let store = timer(of: .burpees, options)
    await store.send(.view(.startButtonTapped))
    for _ in 1...3 { await store.send(.view(.incrementRepTapped)) }
    await store.finish()
    #expect(playedBeeps == [.start, .end])
    let stopped = timer(of: .plank, options)
    await stopped.send(.view(.startButtonTapped))
    await stopped.send(.view(.stopButtonTapped))
    await stopped.finish()
    #expect(playedBeeps == [.start, .end, .start])
  }

  @Test func `no beep is played if beeps are off`() async {
    var options = WorkoutOptions()
    options.shouldBeep = false
    let store = timer(of: .pushUps, options)
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(130))
    await store.finish()
    #expect(playedBeeps.isEmpty)
  }

  @Test func `each sound has its own number of beeps`() {
    #expect(Set(Beep.allCases.map(\.beepCount)).count == Beep.allCases.count)
  }
}
