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
    return TestStore(initialState: state) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.beeps = memory.beeps
    }
  }

  @Test func `a rest in whole seconds, whose end is heard`() async {
    let store = saved()
    await store.send(.view(.restButtonTapped)) {
      $0.rest = .resting(end: .seconds(2), remaining: 2)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.restTick) { $0.rest = .resting(end: .seconds(2), remaining: 1) }
    #expect(memory.heard.withLock { $0.isEmpty })
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.restTick) { $0.rest = .over }
    #expect(memory.heard.withLock { $0 } == [.start])
    await clock.advance(by: .seconds(10))
  }

  @Test func `a rest that was slept through is over`() async {
    let store = saved(rest: 90)
    await store.send(.view(.restButtonTapped)) {
      $0.rest = .resting(end: .seconds(90), remaining: 90)
    }
    clock.skip(by: .seconds(600))
    await store.send(._internal(.restTick)) { $0.rest = .over }
  }

  @Test func `it can be skipped`() async {
    let store = saved()
    await store.send(.view(.restButtonTapped)) {
      $0.rest = .resting(end: .seconds(2), remaining: 2)
    }
    await store.send(.view(.restButtonTapped)) { $0.rest = nil }
    await clock.advance(by: .seconds(10))
  }

  @Test func `there is none for who wants none, nor before the end`() async {
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
    #expect(app.shows("Rest 30 s"))
    app.clock.skip(by: .seconds(60))
    app.send(.focus(true))
    app.settle()
    #expect(app.shows("The rest is over"))
    #expect(app.memory.heard.withLock { $0.last } == .start)
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
