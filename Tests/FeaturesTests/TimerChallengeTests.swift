import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

/// Tests of a timer, which is a hold that has no reps and is ended by the clock.
@Suite(.checksForLeaks)
@MainActor
struct TimerChallengeTests {
  private func app() -> VirtualApp {
    let timer = Challenge.custom(
      "own-timer", name: "timer 25:00", kind: .fullBody, scoring: .hold, instructions: [],
      routine: Routine.timer("25min"))
    let app = VirtualApp(catalogue: Catalogue([timer]))
    app.press(.enter, "s", "s")
    return app
  }

  @Test func `the time left is shown without reps, and the clock ends the timer`() async {
    let app = app()
    await app.advance(by: .seconds(60))
    #expect(app.shows("24:00 left") && !app.shows("REPS"))
    await app.advance(by: .seconds(1440))
    #expect(app.shows("Saved") && app.shows("25:00.00"))
    #expect(
      app.memory.playedCues.withLock { $0 }
        == [.countdown, .work, .half, .ten, .countdown, .countdown, .countdown, .end])
  }

  @Test func `a timer can be paused and ended early`() async {
    let app = app()
    await app.advance(by: .seconds(60))
    app.press("p")
    await app.advance(by: .seconds(600))
    app.press("p", "p")
    await app.advance(by: .seconds(30))
    app.press("s")
    app.settle()
    #expect(app.shows("Saved") && app.shows("01:30.00"))
  }
}
