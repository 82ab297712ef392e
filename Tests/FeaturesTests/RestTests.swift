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

  func saved(rest: Int = 2) -> TestStoreOf<WorkoutTimer> {
    var options = WorkoutOptions()
    options.rest = rest
    var state = WorkoutTimer.State(challenge: .pushUps, options: options)
    state.phase = .saved(SavedWorkout(.sample(), by: Challenge.pushUps.scoring))
    return TestStore(initialState: state) { WorkoutTimer() }
  }

  func timer() -> TestStoreOf<RestTimer> {
    TestStore(initialState: RestTimer.State()) {
      RestTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
    }
  }

  var kept: StoredRest? { memory.storage.withLock(\.rest) }

  @Test func `a rest in whole seconds, whose end is heard`() async {
    let store = timer()
    await store.send(.command(.carryOut(.start(.pushUps, seconds: 2)))) {
      $0.challenge = .pushUps
      $0.$rest.withLock { $0 = .resting(end: .seconds(2), remaining: 2) }
    }
    #expect(kept == StoredRest(challenge: Challenge.pushUps.id, end: .monday.addingTimeInterval(2)))
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.tick) {
      $0.$rest.withLock { $0 = .resting(end: .seconds(2), remaining: 1) }
    }
    #expect(memory.playedBeeps.withLock { $0.isEmpty })
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.tick) {
      $0.$rest.withLock { $0 = .over }
      $0.isEndShown = true
    }
    #expect(memory.playedBeeps.withLock { $0 } == [.start])
    #expect(kept == nil)
    await clock.advance(by: RestTimer.noticeDuration)
    await store.receive(\._internal.endShownLongEnough) { $0.isEndShown = false }
    await clock.advance(by: .seconds(100))
  }

  @Test func `a rest that was slept through is over`() async {
    let store = timer()
    await store.send(.command(.carryOut(.start(.pushUps, seconds: 90)))) {
      $0.challenge = .pushUps
      $0.$rest.withLock { $0 = .resting(end: .seconds(90), remaining: 90) }
    }
    clock.skip(by: .seconds(600))
    await store.send(.command(.measure)) {
      $0.$rest.withLock { $0 = .over }
      $0.isEndShown = true
    }
    await store.send(.command(.carryOut(.end))) {
      $0.$rest.withLock { $0 = nil }
      $0.isEndShown = false
    }
  }

  @Test func `it can be skipped`() async {
    let store = timer()
    await store.send(.command(.carryOut(.start(.pushUps, seconds: 2)))) {
      $0.challenge = .pushUps
      $0.$rest.withLock { $0 = .resting(end: .seconds(2), remaining: 2) }
    }
    await store.send(.view(.endButtonTapped)) { $0.$rest.withLock { $0 = nil } }
    #expect(kept == nil)
    await clock.advance(by: .seconds(100))
  }

  @Test func `a set asks for it, and for none where none is wanted, nor before the end`() async {
    let store = saved()
    await store.send(.view(.restButtonTapped))
    await store.receive(\.delegate.rest, .start(.pushUps, seconds: 2))
    let none = saved(rest: 0)
    await none.send(.view(.restButtonTapped))
    let idle = TestStore(initialState: WorkoutTimer.State(challenge: .pushUps)) {
      WorkoutTimer()
    }
    await idle.send(.view(.restButtonTapped))
  }

  @Test func `time in the background was rest, and is counted as soon as that is over`() async {
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
    #expect(app.memory.playedBeeps.withLock { $0.last } == .start)
  }

  @Test func `it goes on after its screen was left, and its end is heard`() async {
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
    #expect(app.memory.playedBeeps.withLock { $0.last } == .start)
    #expect(app.shows("Rest is over") && !app.shows("ends it"))
    await app.advance(by: RestTimer.noticeDuration)
    #expect(!app.shows("Rest is over"))
  }

  @Test func `a key ends it, and so does the next set of any challenge`() async {
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
    let heard = app.memory.playedBeeps.withLock { $0.count }
    app.press(.escape)
    await app.advance(by: .seconds(200))
    #expect(app.memory.playedBeeps.withLock { $0.count } == heard)
  }
}
