import FoundationEssentials
import Models
import ReducerTestSupport
import TerminalUI
import Testing

/// Tests that a restored race continues against the same opponent.
@Suite(.checksForLeaks)
@MainActor
struct RaceResumptionTests {
  let memory = MemoryStore()

  func app() -> VirtualApp {
    VirtualApp(catalogue: .sample) { [memory] in
      $0.cues = memory.cues
      $0.workouts = memory.workouts
      $0.leaderboard = LeaderboardStub(total: 3, yourRank: 2).client
    }
  }

  /// Simulates a program that was killed one second into a race against another person on the leaderboard.
  func startRaceAndStop() async {
    let app = app()
    app.press("2", "g", "s")
    await app.advance(by: .seconds(1))
    app.press(.space)
    #expect(app.shows("level with Person 0"))
  }

  @Test func `a race continues after the program was killed`() async {
    await startRaceAndStop()
    let app = app()
    app.press(.enter)
    #expect(app.shows("Get ready"))
    app.press("p")
    #expect(app.shows("REPS 1") && app.shows("level with Person 0"))
    await app.advance(by: .seconds(1))
    #expect(app.shows("1 behind Person 0"))
    app.press("s")
    #expect(app.shows("2 reps behind Person 0"))
  }

  @Test func `a race that is saved without being resumed shows its result`() async {
    await startRaceAndStop()
    let app = app()
    app.press("s")
    #expect(app.shows("Saved") && app.shows("2 reps behind Person 0"))
  }

  @Test func `a race continues after a discard was undone`() async {
    memory.storage.withLock {
      $0.finished = [.sample(reps: [1000, 2000, 3000], duration: .seconds(4))]
    }
    let app = app()
    app.press(.enter, "g", "s")
    await app.advance(by: .milliseconds(500))
    app.press(.space, .escape, .delete)
    #expect(app.shows("Discarded"))
    app.press("u")
    #expect(app.shows("PAUSED") && app.shows("1 ahead of your best"))
  }
}
