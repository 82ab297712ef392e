import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct RestTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func savedWorkout(rest: Int = 2) -> TestStoreOf<WorkoutTimer> {
    var options = WorkoutOptions()
    options.rest = rest
    var state = WorkoutTimer.State(challenge: .pushUps, options: options)
    state.phase = .saved(SavedWorkout(.sample(), in: .pushUps))
    return TestStore(initialState: state) { WorkoutTimer() }
  }

  func timer() -> TestStoreOf<RestTimer> {
    TestStore(initialState: RestTimer.State()) {
      RestTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.cues = memory.cues
      $0.workouts = memory.workouts
    }
  }

  var storedRest: StoredRest? { memory.storage.withLock(\.rest) }

  @Test func `a rest counts whole seconds, and a beep announces its end`() async {
    let store = timer()
    await store.send(.command(.perform(.start(Challenge.pushUps.id, next: "Push-ups", seconds: 2))))
    {
      $0.next = "Push-ups"
      $0.cueSpan = CueSpan(start: .zero, end: .seconds(2), hasHalf: false)
      $0.$rest.withLock { $0 = .resting(end: .seconds(2), remaining: 2) }
    }
    #expect(
      storedRest == StoredRest(challenge: Challenge.pushUps.id, end: .monday.addingTimeInterval(2)))
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.tick) {
      $0.cueTime = .seconds(1)
      $0.$rest.withLock { $0 = .resting(end: .seconds(2), remaining: 1) }
    }
    #expect(memory.playedCues.withLock { $0.isEmpty })
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.tick) {
      $0.$rest.withLock { $0 = .over }
      $0.isEndShown = true
    }
    #expect(memory.playedCues.withLock { $0 } == [.work])
    #expect(storedRest == nil)
    await clock.advance(by: RestTimer.endNoticeDuration)
    await store.receive(\._internal.endNoticeExpired) { $0.isEndShown = false }
    await clock.advance(by: .seconds(100))
  }

  @Test func `a rest ends during sleep of the machine`() async {
    let store = timer()
    await store.send(
      .command(.perform(.start(Challenge.pushUps.id, next: "Push-ups", seconds: 90)))
    ) {
      $0.next = "Push-ups"
      $0.cueSpan = CueSpan(start: .zero, end: .seconds(90), hasHalf: false)
      $0.$rest.withLock { $0 = .resting(end: .seconds(90), remaining: 90) }
    }
    clock.skip(by: .seconds(600))
    await store.send(.command(.update)) {
      $0.$rest.withLock { $0 = .over }
      $0.isEndShown = true
    }
    await store.send(.command(.perform(.end))) {
      $0.$rest.withLock { $0 = nil }
      $0.isEndShown = false
    }
  }

  @Test func `a rest can be ended early`() async {
    let store = timer()
    await store.send(.command(.perform(.start(Challenge.pushUps.id, next: "Push-ups", seconds: 2))))
    {
      $0.next = "Push-ups"
      $0.cueSpan = CueSpan(start: .zero, end: .seconds(2), hasHalf: false)
      $0.$rest.withLock { $0 = .resting(end: .seconds(2), remaining: 2) }
    }
    await store.send(.view(.endButtonTapped)) { $0.$rest.withLock { $0 = nil } }
    #expect(storedRest == nil)
    await clock.advance(by: .seconds(100))
  }

  @Test func `only a saved set requests a rest, unless rests are turned off`() async {
    let store = savedWorkout()
    await store.send(.view(.restButtonTapped))
    await store.receive(
      \.delegate.rest, .start(Challenge.pushUps.id, next: Challenge.pushUps.name, seconds: 2))
    let none = savedWorkout(rest: 0)
    await none.send(.view(.restButtonTapped))
    let idle = TestStore(initialState: WorkoutTimer.State(challenge: .pushUps)) {
      WorkoutTimer()
    }
    await idle.send(.view(.restButtonTapped))
  }

  @Test func `time in the background counts as rest`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space, "s")
    app.send(.suspended)
    app.clock.skip(by: .seconds(60))
    app.send(.resumed)
    app.settle()
    #expect(app.shows("Rest 0:30"))
    app.clock.skip(by: .seconds(60))
    app.send(.focus(true))
    app.settle()
    #expect(app.shows("Rest is over"))
    #expect(app.memory.playedCues.withLock { $0.last } == .work)
  }

  @Test func `a rest continues on other screens, and a beep announces its end`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space, "s")
    #expect(app.shows("Rest 1:30") && !app.shows("R ends it"))
    await app.advance(by: .seconds(30))
    app.press(.escape)
    for tab in ["2", "3", ",", "1"] as [Key] {
      app.press(tab)
      #expect(app.shows("Rest 1:00  R ends it"), "\(tab.name)")
    }
    await app.advance(by: .seconds(60))
    #expect(app.memory.playedCues.withLock { $0.last } == .work)
    #expect(app.shows("Rest is over") && !app.shows("ends it"))
    await app.advance(by: RestTimer.endNoticeDuration)
    #expect(!app.shows("Rest is over"))
  }

  @Test func `a rest ends by its key and by the next set of any challenge`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space, "s", .escape)
    #expect(app.shows("Rest 1:30  R ends it"))
    app.press("R")
    #expect(!app.shows("Rest 1:30"))
    app.press("s", "s")
    await app.advance(by: .seconds(3))
    app.press(.space, "s", .escape, .escape, .down, .enter)
    #expect(app.shows("Rest 1:30"))
    app.press("s")
    #expect(!app.shows("Rest") && app.program.store.state.rest.rest == nil)
    let heard = app.memory.playedCues.withLock { $0.count }
    app.press(.escape)
    await app.advance(by: .seconds(200))
    #expect(app.memory.playedCues.withLock { $0.count } == heard)
  }
}
