import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import SystemTestSupport
import TerminalUI
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct WorkoutTimerTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func timer(
    of challenge: Challenge = .pushUps, preparation: Int = 0,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<WorkoutTimer> {
    var options = WorkoutOptions()
    options.preparation = preparation
    // Rests have tests of their own.
    options.rest = 0
    return TestStore(initialState: WorkoutTimer.State(challenge: challenge, options: options)) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `a workout from start to saved`() async {
    let store = timer()
    await store.send(.view(.startButtonTapped)) {
      $0.noteStartKey(at: .zero)
      $0.quietPeriod = QuietPeriod(since: .zero)
      $0.phase = .running
      $0.startTime = .monday
      $0.id = UUID(0)
    }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\._internal.timerTick) { $0.elapsedTime = .milliseconds(10) }

    await store.send(.view(.incrementRepTapped)) { $0.log.append(.milliseconds(10)) }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\._internal.timerTick) { $0.elapsedTime = .milliseconds(20) }
    await store.send(.view(.incrementRepTapped)) { $0.log.append(.milliseconds(20)) }
    await store.send(.view(.decrementRepTapped)) { $0.log.removeLast() }

    let saved = SavedWorkout(
      .sample(reps: [10], duration: .milliseconds(20)), by: Challenge.pushUps.scoring)
    await store.send(.view(.stopButtonTapped)) {
      $0.phase = .saving
      $0.quietPeriod = QuietPeriod(since: .milliseconds(20))
    }
    await store.receive(\._internal.finishResponse.success) { $0.phase = .saved(saved) }
    await store.receive(\.delegate.saved, saved)
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\.delegate.closed)
    #expect(memory.storage.withLock { $0.finished } == [saved.workout])
    #expect(memory.storage.withLock { $0.unfinished.isEmpty })
  }

  @Test func `counting down in whole seconds, then from the moment announced`() async {
    let store = timer(preparation: 3)
    await store.send(.view(.startButtonTapped)) {
      $0.phase = .preparing(start: .seconds(3), remaining: 3)
      $0.noteStartKey(at: .zero)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.countdownTick) {
      $0.phase = .preparing(start: .seconds(3), remaining: 2)
    }
    await store.send(.view(.incrementRepTapped))
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.countdownTick) {
      $0.phase = .preparing(start: .seconds(3), remaining: 1)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.countdownTick) {
      $0.quietPeriod = QuietPeriod(since: .seconds(3))
      $0.phase = .running
      $0.origin = .seconds(3)
      $0.startTime = .monday
      $0.id = UUID(0)
    }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\._internal.timerTick) { $0.elapsedTime = .milliseconds(10) }
    await store.skipInFlightEffects()
  }

  @Test func `starting again during the count-down begins at once`() async {
    let store = timer(preparation: 3)
    await store.send(.view(.startButtonTapped)) {
      $0.phase = .preparing(start: .seconds(3), remaining: 3)
      $0.noteStartKey(at: .zero)
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(.view(.startButtonTapped)) {
      $0.noteStartKey(at: .milliseconds(500))
      $0.quietPeriod = QuietPeriod(since: .milliseconds(500))
      $0.phase = .running
      $0.origin = .milliseconds(500)
      $0.startTime = .monday
      $0.id = UUID(0)
    }
    await store.skipInFlightEffects()
  }

  @Test func `leaving during the count-down closes without a workout`() async {
    let store = timer(preparation: 3)
    await store.send(.view(.startButtonTapped)) {
      $0.phase = .preparing(start: .seconds(3), remaining: 3)
      $0.noteStartKey(at: .zero)
    }
    await store.send(.view(.leaveButtonTapped)) { $0.phase = .idle }
    await store.receive(\.delegate.closed)
    #expect(memory.storage.withLock { $0.unfinished.isEmpty })
  }

  @Test(arguments: TestSize.choose(test: [2], check: [2, 40]))
  func `minutes of ticks show the true time`(minutes: Int) async {
    let store = timer(of: .plank)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(minutes * 60))
    await store.skipReceivedActions()
    #expect(store.state.elapsedTime == .seconds(minutes * 60))
    #expect(store.state.elapsedTime.clockText == (minutes < 10 ? "0" : "") + "\(minutes):00.00")
    await store.skipInFlightEffects()
  }

  @Test func `a stopped process loses no time`() async {
    let store = timer(of: .plank)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(1))
    await store.send(.command(.changeScenePhase(.background))) { $0.backgroundTime = .monday }
    // No tick comes while the process is stopped: the clock goes on, and is asked when it is back.
    clock.skip(by: .seconds(2))
    await store.send(.command(.changeScenePhase(.active))) {
      $0.backgroundTime = nil
      $0.elapsedTime = .seconds(3)
    }
    await store.skipInFlightEffects()
  }

  @Test func `the time limit ends the workout on the dot`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(119))
    await store.send(.view(.incrementRepTapped))
    clock.skip(by: .milliseconds(1500))
    await store.send(._internal(.timerTick)) {
      $0.phase = .saving
      $0.elapsedTime = .seconds(120)
    }
    await store.receive(\._internal.finishResponse.success)
    #expect(memory.storage.withLock { $0.finished.map(\.duration) } == [.seconds(120)])
    #expect(memory.storage.withLock { $0.finished.map(\.reps) } == [1])
  }

  @Test func `a rep after the time limit does not count`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    clock.skip(by: .seconds(121))
    await store.send(.view(.incrementRepTapped)) {
      $0.phase = .saving
      $0.elapsedTime = .seconds(120)
    }
    #expect(store.state.repCount == 0)
    await store.finish()
  }

  @Test func `a count-down that was slept through begins at its moment, by both clocks`() async {
    let store = timer(preparation: 3)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    clock.skip(by: .seconds(10))
    await store.send(._internal(.countdownTick)) {
      $0.phase = .running
      $0.origin = .seconds(3)
      $0.elapsedTime = .seconds(7)
      $0.startTime = .monday.addingTimeInterval(-7)
    }
    await store.skipInFlightEffects()
  }

  @Test func `a count-down that was slept through with the whole workout leaves nothing running`()
    async
  {
    let store = timer(preparation: 3)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    clock.skip(by: .seconds(1000))
    await store.send(._internal(.countdownTick)) {
      $0.phase = .saving
      $0.elapsedTime = .seconds(120)
    }
    await store.receive(\.delegate.saved)
    #expect(memory.storage.withLock { $0.unfinished.isEmpty })
    await store.finish()
  }

  @Test func `a count-down ends when the program is put into the background`() async {
    let store = timer(preparation: 3)
    await store.send(.view(.startButtonTapped)) {
      $0.phase = .preparing(start: .seconds(3), remaining: 3)
      $0.noteStartKey(at: .zero)
    }
    await store.send(.command(.changeScenePhase(.background))) {
      $0.backgroundTime = .monday
      $0.isInFront = false
      $0.heldKeys = HeldKeyFilter()
      $0.phase = .idle
    }
  }

  @Test func `no rep lies behind the end`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    clock.skip(by: .milliseconds(119_998))
    for _ in 1...9 { await store.send(.view(.incrementRepTapped)) }
    #expect(store.state.log.milliseconds == [119_998, 119_999, 120_000])
    await store.send(.view(.stopButtonTapped)) { $0.elapsedTime = .seconds(120) }
    await store.receive(\._internal.finishResponse.success)
    #expect(memory.storage.withLock { $0.finished.map(\.duration) } == [.seconds(120)])
  }

  @Test func `the last rep of a goal ends the workout with its instant`() async {
    let store = timer(of: .burpees)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    for _ in 1...3 {
      await clock.advance(by: .milliseconds(1234))
      await store.send(.view(.incrementRepTapped))
    }
    await store.receive(\._internal.finishResponse.success)
    #expect(memory.storage.withLock { $0.finished.map(\.duration) } == [.milliseconds(3702)])
  }

  @Test func `presses that arrive together all count, and their instants rise`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(1))
    for _ in 1...12 { await store.send(.view(.incrementRepTapped)) }
    #expect(store.state.log.milliseconds == (1000...1011).map { UInt32($0) })
    await store.skipInFlightEffects()
  }

  @Test func `a pause is not worked`() async {
    let store = timer(of: .plank)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(2))
    await store.send(.view(.pauseButtonTapped)) {
      $0.phase = .paused
      $0.elapsedTime = .seconds(2)
    }
    await clock.advance(by: .seconds(5))
    await store.send(.view(.pauseButtonTapped)) { $0.phase = .running }
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.elapsedTime == .seconds(3))
    await store.skipInFlightEffects()
  }

  @Test func `Esc asks, and going on loses nothing`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.leaveButtonTapped)) { $0.isAskingToLeave = true }
    await store.send(.view(.incrementRepTapped))
    #expect(store.state.repCount == 0)
    await store.send(.view(.stayButtonTapped)) { $0.isAskingToLeave = false }
    await store.send(.view(.incrementRepTapped))
    #expect(store.state.repCount == 1)
    await store.skipInFlightEffects()
  }

  @Test func `discarding keeps nothing`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    #expect(memory.storage.withLock { $0.unfinished.count } == 1)
    await store.send(.view(.leaveButtonTapped))
    await store.send(.view(.discardButtonTapped)) { $0.phase = .discarding }
    await store.receive(\._internal.discardResponse.success) { $0.phase = .idle }
    await store.receive(\.delegate.discarded)
    #expect(memory.storage.withLock { $0.unfinished.isEmpty && $0.finished.isEmpty })
    await store.finish()
  }

  @Test func `nothing can be done to a workout while it is being discarded`() async {
    let held = TestClock()
    let store = timer { $0.workouts.discard = { _ in try await held.sleep(for: .seconds(1)) } }
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.discardButtonTapped))
    for action: WorkoutTimer.Action.View in [
      .startButtonTapped, .incrementRepTapped, .pauseButtonTapped, .stopButtonTapped,
      .leaveButtonTapped, .discardButtonTapped,
    ] {
      await store.send(.view(action))
      #expect(store.state.phase == .discarding)
      #expect(store.state.repCount == 0)
    }
    await held.advance(by: .seconds(1))
    await store.receive(\.delegate.discarded)
  }

  @Test func `a workout that cannot be discarded is still there, and can be discarded again`() async
  {
    let isLocked = Mutex(true)
    let discard = memory.workouts.discard
    let store = timer {
      $0.workouts.discard = { id in
        if isLocked.withLock({ $0 }) { throw SampleError() }
        try await discard(id)
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.discardButtonTapped))
    await store.receive(\._internal.discardResponse.failure) {
      $0.phase = .paused
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()), dataStatus: "The workout is still open, paused.", canRetry: true)
    }
    isLocked.withLock { $0 = false }
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.errorSheet.delegate.retryRequested) { $0.errorSheet = nil }
    await store.receive(\.delegate.discarded)
    #expect(memory.storage.withLock { $0.unfinished.isEmpty })
  }

  @Test func `a hold is stored once a second`() async {
    let store = timer(of: .plank)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .milliseconds(2990))
    #expect(memory.storage.withLock { $0.unfinished[UUID(0)]?.duration } == .seconds(2))
    await store.skipInFlightEffects()
  }

  @Test func `every rep is stored as it is counted`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(1))
    await store.send(.view(.incrementRepTapped))
    #expect(memory.storage.withLock { $0.unfinished[UUID(0)]?.log.milliseconds } == [1000])
    await store.skipInFlightEffects()
  }

  @Test func `a rep that cannot be stored stays, and the person is told`() async {
    let isFull = Mutex(true)
    let checkpoint = memory.workouts.checkpoint
    let store = timer {
      $0.workouts.checkpoint = { draft in
        if isFull.withLock({ $0 }) { throw SampleError() }
        try await checkpoint(draft)
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.incrementRepTapped))
    await store.receive(\._internal.storingFailed) { $0.failure = Failure(SampleError()) }
    #expect(store.state.repCount == 1)
    isFull.withLock { $0 = false }
    await store.send(.view(.incrementRepTapped))
    await store.receive(\._internal.storingSucceeded) { $0.failure = nil }
    #expect(memory.storage.withLock { $0.unfinished[UUID(0)]?.log.count } == 2)
    await store.skipInFlightEffects()
  }
}
