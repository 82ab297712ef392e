import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import TimerFeatures

@Suite(.checksForLeaks)
@MainActor
struct RestTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func savedWorkout(rest: Int = 2) -> TestStoreOf<WorkoutTimer> {
    var options = WorkoutOptions()
    options.rest = rest
    var state = WorkoutTimer.State(challenge: .pushUps, options: options)
    state.phase = .saved(.init(SavedWorkout(.sample(), in: .pushUps)))
    return TestStore(initialState: state) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.cues = memory.cues
      $0.workouts = memory.workouts
    }
  }

  func rest(of seconds: Int) -> Rest {
    Rest(end: .seconds(seconds), seconds: seconds, next: Challenge.pushUps.name)
  }

  var storedRest: StoredRest? { memory.storage.withLock(\.rest) }

  @Test func `a rest counts whole seconds, and a beep announces its end`() async {
    let store = savedWorkout()
    await store.send(.view(.restButtonTapped)) { $0.rest = rest(of: 2) }
    #expect(
      storedRest == StoredRest(challenge: Challenge.pushUps.id, end: .monday.addingTimeInterval(2)))
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.restTick) {
      $0.rest?.cueTime = .seconds(1)
      $0.rest?.remaining = 1
    }
    #expect(memory.playedCues.withLock { $0.isEmpty })
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.restTick) {
      $0.rest?.remaining = 0
      $0.rest?.phase = .announced
    }
    #expect(memory.playedCues.withLock { $0 } == [.work])
    #expect(storedRest == nil)
    await clock.advance(by: Rest.endNoticeDuration)
    await store.receive(\._internal.restNoticeExpired) { $0.rest?.phase = .over }
    await clock.advance(by: .seconds(100))
  }

  @Test func `a second of rest changes nothing that the hints read`() async {
    var state = WorkoutTimer.State(challenge: .pushUps, options: WorkoutOptions())
    state.phase = .saved(.init(SavedWorkout(.sample(), in: .pushUps)))
    state.rest = rest(of: 90)
    let store = Store(initialState: state) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    var hints: [[String]] = []
    let token = observe { hints.append(WorkoutTimer.keys.hints(in: store.state).map(\.name)) }
    await clock.advance(by: .seconds(1))
    store.send(._internal(.restTick))
    #expect(store.rest?.remaining == 89)
    #expect(hints.count == 1 && hints[0].contains("rest"))
    token.cancel()
  }

  @Test func `a rest ends while the machine sleeps`() async {
    let store = savedWorkout(rest: 90)
    await store.send(.view(.restButtonTapped)) { $0.rest = rest(of: 90) }
    clock.skip(by: .seconds(600))
    await store.send(.command(.changeScenePhase(.active))) {
      $0.rest?.remaining = 0
      $0.rest?.phase = .announced
    }
    await store.send(.view(.endRestButtonTapped)) { $0.rest = nil }
  }

  @Test func `a rest can be ended early`() async {
    let store = savedWorkout()
    await store.send(.view(.restButtonTapped)) { $0.rest = rest(of: 2) }
    await store.send(.view(.restButtonTapped)) { $0.rest = nil }
    #expect(storedRest == nil)
    await clock.advance(by: .seconds(100))
  }

  @Test func `a rest needs a rest time in the settings and a saved set`() async {
    let none = savedWorkout(rest: 0)
    await none.send(.view(.restButtonTapped))
    let ready = TestStore(initialState: WorkoutTimer.State(challenge: .pushUps)) {
      WorkoutTimer()
    }
    await ready.send(.view(.restButtonTapped))
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
    await app.advance(by: Rest.endNoticeDuration)
    #expect(!app.shows("Rest is over"))
  }

  @Test func `the rest key and the next set of any challenge end a rest`() async {
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
    #expect(!app.shows("Rest") && app.program.store.workouts.session?.rest == nil)
    let heard = app.memory.playedCues.withLock { $0.count }
    app.press(.escape)
    await app.advance(by: .seconds(200))
    #expect(app.memory.playedCues.withLock { $0.count } == heard)
  }
}
