import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import SystemTestSupport
import TerminalUI
import Testing

@testable import SharedFeatures
@testable import TimerFeatures

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
    // Rests and held keys have their own tests.
    options.rest = 0
    options.minGap = .zero
    return TestStore(initialState: WorkoutTimer.State(challenge: challenge, options: options)) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `a workout is timed, counted and saved`() async {
    let store = timer()
    await store.send(.view(.startButtonTapped)) {
      $0.recordStartKey(at: .zero)
      $0.quietPeriod = QuietPeriod(since: .zero)
      $0.phase = .running
      $0.start = .init(id: UUID(0), time: .monday)
    }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\._internal.timerTick) { $0.elapsedTime = .milliseconds(10) }

    await store.send(.view(.repKeyPressed(.space))) {
      _ = $0.heldKeys.press(.space, at: .milliseconds(10), gap: .zero)
      $0.log.append(.press, at: .milliseconds(10))
    }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\._internal.timerTick) { $0.elapsedTime = .milliseconds(20) }
    await store.send(.view(.repKeyPressed(.space))) { $0.log.append(.press, at: .milliseconds(20)) }
    await store.send(.view(.decrementRepTapped)) { $0.log.append(.undo, at: .milliseconds(20)) }

    var workout = Workout.sample()
    workout.log = store.state.log.ended(at: .milliseconds(20))
    let saved = SavedWorkout(workout, in: .pushUps)
    await store.send(.view(.stopButtonTapped)) {
      $0.phase = .saving
      $0.quietPeriod = QuietPeriod(since: .milliseconds(20))
    }
    await store.receive(\._internal.finishResponse.success) { $0.phase = .saved(.init(saved)) }
    await store.receive(\.delegate.saved, saved)
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\.delegate.closed)
    #expect(memory.storage.withLock { $0.finished } == [saved.workout])
    #expect(memory.storage.withLock { $0.unfinished.isEmpty })
  }

  @Test func `the countdown shows whole seconds, and its end starts the workout`() async {
    let store = timer(preparation: 3)
    await store.send(.view(.startButtonTapped)) {
      $0.phase = .countingDown(.init(end: .seconds(3), remaining: 3))
      $0.recordStartKey(at: .zero)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.countdownTick) {
      $0.phase = .countingDown(.init(end: .seconds(3), remaining: 2))
    }
    await store.send(.view(.repKeyPressed(.space)))
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.countdownTick) {
      $0.phase = .countingDown(.init(end: .seconds(3), remaining: 1))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.countdownTick) {
      $0.quietPeriod = QuietPeriod(since: .seconds(3))
      $0.phase = .running
      $0.origin = .seconds(3)
      $0.start = .init(id: UUID(0), time: .monday)
    }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\._internal.timerTick) { $0.elapsedTime = .milliseconds(10) }
    await store.skipInFlightEffects()
  }

  @Test func `the start key during the countdown starts the workout at once`() async {
    let store = timer(preparation: 3)
    await store.send(.view(.startButtonTapped)) {
      $0.phase = .countingDown(.init(end: .seconds(3), remaining: 3))
      $0.recordStartKey(at: .zero)
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(.view(.startButtonTapped)) {
      $0.recordStartKey(at: .milliseconds(500))
      $0.quietPeriod = QuietPeriod(since: .milliseconds(500))
      $0.phase = .running
      $0.origin = .milliseconds(500)
      $0.start = .init(id: UUID(0), time: .monday)
    }
    await store.skipInFlightEffects()
  }

  @Test func `leaving during the countdown closes the screen without a workout`() async {
    let store = timer(preparation: 3)
    await store.send(.view(.startButtonTapped)) {
      $0.phase = .countingDown(.init(end: .seconds(3), remaining: 3))
      $0.recordStartKey(at: .zero)
    }
    await store.send(.view(.leaveButtonTapped)) { $0.phase = .ready }
    await store.receive(\.delegate.closed)
    #expect(memory.storage.withLock { $0.unfinished.isEmpty })
  }

  @Test(arguments: TestSize.choose(test: [2], check: [2, 40]))
  func `the time is exact after minutes of ticks`(minutes: Int) async {
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
    await store.send(.command(.changeScenePhase(.background)))
    // There are no ticks while the process is stopped. The clock continues, and is read when the process continues.
    clock.skip(by: .seconds(2))
    await store.send(.command(.changeScenePhase(.active))) {
      $0.elapsedTime = .seconds(3)
    }
    await store.skipInFlightEffects()
  }

  @Test func `the workout ends exactly at the time limit`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(119))
    await store.send(.view(.repKeyPressed(.space)))
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
    await store.send(.view(.repKeyPressed(.space))) {
      $0.phase = .saving
      $0.elapsedTime = .seconds(120)
    }
    #expect(store.state.repCount == 0)
    await store.finish()
  }

  @Test func `a workout whose countdown ends during sleep starts at that time`() async {
    let store = timer(preparation: 3)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    clock.skip(by: .seconds(10))
    await store.send(._internal(.countdownTick)) {
      $0.phase = .running
      $0.origin = .seconds(3)
      $0.elapsedTime = .seconds(7)
      $0.start = .init(id: UUID(0), time: .monday.addingTimeInterval(-7))
    }
    await store.skipInFlightEffects()
  }

  @Test func `a countdown and a workout that end during sleep leave nothing running`()
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

  @Test func `going to the background cancels the countdown`() async {
    let store = timer(preparation: 3)
    await store.send(.view(.startButtonTapped)) {
      $0.phase = .countingDown(.init(end: .seconds(3), remaining: 3))
      $0.recordStartKey(at: .zero)
    }
    await store.send(.command(.changeScenePhase(.background))) {
      $0.isActive = false
      $0.heldKeys = HeldKeyFilter()
      $0.phase = .ready
    }
  }

  @Test func `no rep is later than the end`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    clock.skip(by: .milliseconds(119_998))
    for _ in 1...9 { await store.send(.view(.repKeyPressed(.space))) }
    #expect(store.state.log.reps.milliseconds == [119_998, 119_999, 120_000])
    await store.send(.view(.stopButtonTapped)) { $0.elapsedTime = .seconds(120) }
    await store.receive(\._internal.finishResponse.success)
    #expect(memory.storage.withLock { $0.finished.map(\.duration) } == [.seconds(120)])
  }

  @Test func `the last rep of a goal ends the workout at the rep's instant`() async {
    let store = timer(of: .burpees)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    for _ in 1...3 {
      await clock.advance(by: .milliseconds(1234))
      await store.send(.view(.repKeyPressed(.space)))
    }
    await store.receive(\._internal.finishResponse.success)
    #expect(memory.storage.withLock { $0.finished.map(\.duration) } == [.milliseconds(3702)])
  }

  @Test func `presses that arrive together all count, with increasing instants`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(1))
    for _ in 1...12 { await store.send(.view(.repKeyPressed(.space))) }
    #expect(store.state.log.reps.milliseconds == (1000...1011).map { UInt32($0) })
    await store.skipInFlightEffects()
  }

  @Test func `the time of a pause doesn't count`() async {
    let store = timer(of: .plank)
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(2))
    await store.send(.view(.pauseButtonTapped)) {
      $0.phase = .paused(.init(start: .seconds(2), isByKey: true))
      $0.elapsedTime = .seconds(2)
    }
    await clock.advance(by: .seconds(5))
    #expect(store.state.draft?.log.provenance == [])
    await store.send(.view(.pauseButtonTapped)) { $0.phase = .running }
    #expect(store.state.draft?.log.provenance == .paused)
    #expect(store.state.draft?.log.pauses == [.init(at: .seconds(2), for: .seconds(5))])
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.elapsedTime == .seconds(3))
    await store.skipInFlightEffects()
  }

  @Test func `Esc asks for confirmation, and reps count again if the person stays`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.leaveButtonTapped)) { $0.phase = .asking(.init()) }
    await store.send(.view(.repKeyPressed(.space)))
    #expect(store.state.repCount == 0)
    await store.send(.view(.stayButtonTapped)) { $0.phase = .running }
    await store.send(.view(.repKeyPressed(.space)))
    #expect(store.state.repCount == 1)
    await store.skipInFlightEffects()
  }

  @Test func `discarding stores nothing`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    #expect(memory.storage.withLock { $0.unfinished.count } == 1)
    await store.send(.view(.leaveButtonTapped))
    await store.send(.view(.discardButtonTapped)) { $0.phase = .discarding(.init(start: .zero)) }
    await store.receive(\._internal.discardResponse.success) { $0.phase = .ready }
    await store.receive(\.delegate.discarded)
    #expect(memory.storage.withLock { $0.unfinished.isEmpty && $0.finished.isEmpty })
    await store.finish()
  }

  @Test func `all keys are ignored while a workout is being discarded`() async {
    let held = TestClock()
    let store = timer { $0.workouts.discard = { _ in try await held.sleep(for: .seconds(1)) } }
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.discardButtonTapped))
    for action: WorkoutTimer.Action.View in [
      .startButtonTapped, .repKeyPressed(.space), .pauseButtonTapped, .stopButtonTapped,
      .leaveButtonTapped, .discardButtonTapped,
    ] {
      await store.send(.view(action))
      #expect(store.state.phase == .discarding(.init(start: .zero)))
      #expect(store.state.repCount == 0)
    }
    await held.advance(by: .seconds(1))
    await store.receive(\.delegate.discarded)
  }

  @Test func `a workout is kept if discarding it fails, and a retry discards it`() async {
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
      $0.phase = .paused(.init(start: .zero))
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()), dataStatus: "The workout is still open and paused.", canRetry: true)
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

  @Test func `every rep is stored when it is counted`() async {
    let store = timer()
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(1))
    await store.send(.view(.repKeyPressed(.space)))
    #expect(memory.storage.withLock { $0.unfinished[UUID(0)]?.log.reps.milliseconds } == [1000])
    await store.skipInFlightEffects()
  }

  @Test func `a rep that can't be stored still counts, and the failure is shown`() async {
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
    await store.send(.view(.repKeyPressed(.space)))
    await store.receive(\._internal.checkpointFailed) { $0.failure = Failure(SampleError()) }
    #expect(store.state.repCount == 1)
    isFull.withLock { $0 = false }
    await store.send(.view(.repKeyPressed(.space)))
    await store.receive(\._internal.checkpointSucceeded) { $0.failure = nil }
    #expect(memory.storage.withLock { $0.unfinished[UUID(0)]?.log.reps.count } == 2)
    await store.skipInFlightEffects()
  }

  // MARK: - A workout that has ended and can't be saved

  /// Returns a timer whose workout of one rep could not be saved because `disk` is full.
  private func unsavedTimer(_ disk: MemoryDisk) async -> TestStoreOf<WorkoutTimer> {
    let client = memory.workouts
    let store = timer {
      $0.workouts.finish = { draft in
        if disk.isFull { throw SampleError() }
        return try await client.finish(draft)
      }
      $0.workouts.rescue = { draft in
        if disk.isSettingsDiskFull { throw SampleError() }
        return try await client.rescue(draft)
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.repKeyPressed(.space)))
    await store.send(.view(.stopButtonTapped))
    await store.receive(\._internal.finishResponse.failure)
    return store
  }

  @Test func `saving can be retried after a failure`() async {
    let disk = MemoryDisk()
    let store = await unsavedTimer(disk)
    #expect(store.state.isNotSaved)
    #expect(store.state.errorSheet?.failure == Failure(SampleError()))
    disk.isFull = false
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.errorSheet.delegate.retryRequested) {
      $0.errorSheet = nil
      $0.phase = .saving
    }
    await store.receive(\.delegate.saved)
    #expect(memory.storage.withLock { $0.finished.map(\.reps) } == [1])
  }

  @Test func `a workout that can't be saved is written to a file, and saving is retried`() async {
    let disk = MemoryDisk()
    let store = await unsavedTimer(disk)
    #expect(memory.storage.withLock { $0.rescued.values.map(\.log.reps.count) } == [1])
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\._internal.finishResponse.failure)
    #expect(store.state.isNotSaved && store.state.errorSheet != nil)
    // A closed sheet stays closed while saving is retried.
    await store.send(._internal(.errorSheet(.dismiss)))
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\._internal.finishResponse.failure)
    #expect(store.state.errorSheet == nil)
    disk.isFull = false
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\._internal.finishResponse.success)
    await store.receive(\.delegate.saved)
    #expect(store.state.isSaved && store.state.errorSheet == nil)
    #expect(memory.storage.withLock { $0.finished.map(\.reps) } == [1])
  }

  @Test func `leaving an unsaved workout saves it if possible`()
    async
  {
    let disk = MemoryDisk()
    let store = await unsavedTimer(disk)
    disk.isFull = false
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\.delegate.saved)
    #expect(store.state.isSaved)
  }

  @Test func `leaving an unsaved workout closes it if a file contains it`() async {
    let store = await unsavedTimer(MemoryDisk())
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\.delegate.leftUnsaved)
  }

  @Test func `a workout that is only in memory can't be left until a file contains it`() async {
    let disk = MemoryDisk()
    disk.isSettingsDiskFull = true
    let store = await unsavedTimer(disk)
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\._internal.finishResponse.failure)
    #expect(store.state.isNotSaved)
    #expect(
      store.state.errorSheet?.dataStatus == "Every rep is still in memory, but not in a file.")
    disk.isSettingsDiskFull = false
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\._internal.finishResponse.failure)
    #expect(memory.storage.withLock { $0.rescued.count } == 1)
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\.delegate.leftUnsaved)
  }
}
