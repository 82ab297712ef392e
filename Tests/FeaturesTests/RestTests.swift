import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@MainActor
struct RestTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func saved(rest: Int = 2) -> TestStoreOf<WorkoutTimer> {
    var options = WorkoutOptions()
    options.rest = rest
    var state = WorkoutTimer.State(challenge: .pushUps, options: options)
    state.phase = .saved(SavedWorkout(.sample(), by: Challenge.pushUps.scoring))
    return TestStore(initialState: state) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.beeps = memory.beeps
    }
  }

  @Test func `a rest in whole seconds, whose end is heard`() async {
    let store = saved()
    await store.send(.restButtonTapped) { $0.rest = .resting(end: .seconds(2), remaining: 2) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.restTick) { $0.rest = .resting(end: .seconds(2), remaining: 1) }
    #expect(memory.heard.withLock { $0.isEmpty })
    await clock.advance(by: .seconds(1))
    await store.receive(\.restTick) { $0.rest = .over }
    #expect(memory.heard.withLock { $0 } == [.start])
    await clock.advance(by: .seconds(10))
  }

  @Test func `a rest that was slept through is over`() async {
    let store = saved(rest: 90)
    await store.send(.restButtonTapped) { $0.rest = .resting(end: .seconds(90), remaining: 90) }
    clock.leap(by: .seconds(600))
    await store.send(.restTick) { $0.rest = .over }
  }

  @Test func `it can be skipped`() async {
    let store = saved()
    await store.send(.restButtonTapped) { $0.rest = .resting(end: .seconds(2), remaining: 2) }
    await store.send(.restButtonTapped) { $0.rest = nil }
    await clock.advance(by: .seconds(10))
  }

  @Test func `there is none for who wants none, nor before the end`() async {
    let none = saved(rest: 0)
    await none.send(.restButtonTapped)
    let idle = TestStore(initialState: WorkoutTimer.State(challenge: .pushUps)) {
      WorkoutTimer()
    }
    await idle.send(.restButtonTapped)
  }

  @Test func `it begins by itself after a set, is seen, and can be skipped`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space, "s")
    #expect(app.shows("Saved") && app.shows("Rest 90 s") && app.shows("r skip the rest"))
    app.press("r")
    #expect(!app.shows("Rest 90 s"))
    app.press("r")
    #expect(app.shows("Rest 90 s"))
  }

  @Test(arguments: [0, 45])
  func `it is as long as the person has chosen`(seconds: Int) {
    var settings = Settings()
    settings.rest = seconds
    let app = VirtualApp(settings: LoadedSettings(settings: settings))
    app.press(.enter, "s", "s", .space, "s")
    #expect(app.shows("Saved") && app.shows("Rest 45 s") == (seconds == 45))
  }

  @Test func `a rest that is chosen while a challenge is open is in force there`() {
    let app = VirtualApp()
    app.press(.enter, ",", "j", "j", "j", .right, .escape, "s", "s", .space, "s")
    #expect(app.shows("Saved") && app.shows("Rest 105 s"))
  }

  @Test func `nobody rests from nothing, nor from what was done before the start`() async {
    let nothing = VirtualApp()
    nothing.press(.enter, "s", "s", "s")
    #expect(nothing.shows("Nothing to score") && !nothing.shows("Rest 90 s"))

    let resumed = VirtualApp { values in
      values.workouts.unfinished = {
        [
          WorkoutDraft(
            id: UUID(7), challenge: "pushups-2min", startedAt: .monday, duration: .seconds(9),
            log: RepLog(milliseconds: [1000, 2000])!)
        ]
      }
    }
    resumed.press("k")
    #expect(resumed.shows("Saved") && !resumed.shows("Rest"))
  }

  @Test func `time in the background was rest, and is counted as soon as that is over`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space, "s")
    app.screen.send(.suspended)
    app.clock.leap(by: .seconds(60))
    app.screen.send(.resumed)
    app.settle()
    #expect(app.shows("Rest 30 s"))
    app.clock.leap(by: .seconds(60))
    app.screen.send(.focus(true))
    app.settle()
    #expect(app.shows("The rest is over"))
    #expect(app.memory.heard.withLock { $0.last } == .start)
  }

  @Test func `one key starts the next set, in the midst of the rest and after it`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space, "s", "s")
    #expect(app.shows("Get ready"))
    await app.advance(by: .seconds(4))
    #expect(app.shows("REPS 0") && app.shows("00:01.00"))
    app.press(.space)
    await app.advance(by: .seconds(1))
    app.press(.space, "s")
    #expect(app.shows("2 reps in 00:02.00") && app.shows("Rest 90 s"))
    await app.advance(by: .seconds(90))
    #expect(app.shows("The rest is over"))
    app.press("s")
    #expect(app.shows("Get ready"))
    #expect(app.memory.kept.withLock { $0.finished.map(\.reps) } == [1, 2])
  }

  @Test func `leaving the screen ends it`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space, "s")
    #expect(app.shows("Rest 90 s"))
    await app.advance(by: .seconds(30))
    #expect(app.shows("Rest 60 s"))
    app.press(.escape)
    let heard = app.memory.heard.withLock { $0 }
    await app.advance(by: .seconds(90))
    #expect(app.memory.heard.withLock { $0 } == heard)
  }
}
