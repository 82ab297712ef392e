import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@Suite(.checksForLeaks)
@MainActor
struct RoundTests {
  let tabata = Challenge(
    id: "tabata", name: "Tabata", kind: .legs, scoring: .reps(within: .seconds(50)),
    summary: "Two rounds.", instructions: [],
    routine: Routine("2x(squat 20s, rest 10s)"))

  func app() -> VirtualApp {
    let app = VirtualApp(catalogue: Catalogue([tabata]))
    app.press(.enter, "s", "s")
    return app
  }

  @Test func `a beep announces each change between work and rest`() async {
    let app = app()
    #expect(app.memory.playedCues.withLock { $0 } == [.countdown, .work])
    await app.advance(by: .seconds(20))
    #expect(app.memory.playedCues.withLock { $0.last } == .rest)
    await app.advance(by: .seconds(10))
    let change: [Cue] = [.countdown, .countdown, .countdown]
    let heard: [Cue] = [.countdown, .work] + change + [.rest] + change + [.work]
    #expect(app.memory.playedCues.withLock { $0 } == heard)
    await app.advance(by: .seconds(20))
    #expect(app.memory.playedCues.withLock { $0 } == heard + change + [.end])
  }

  @Test func `the key that counts reps ends a distance, which is not shown as a rep`()
    async throws
  {
    let routine = try #require(Routine("run 5km"))
    let run = Challenge.custom(
      "own-run", name: "Run", kind: .fullBody, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
    let app = VirtualApp(catalogue: Catalogue([run]))
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(90))
    #expect(app.shows("run 5km") && app.shows("5km, fastest time"))
    #expect(app.shows("Space end") && !app.shows("REPS"))
    app.press(.space)
    app.settle()
    #expect(app.shows("Saved") && app.shows("01:30.00"))
    #expect(!app.shows("1 rep") && !app.shows("Round"))
    let saved = try #require(app.memory.storage.withLock { $0.finished.last })
    #expect(run.score(of: saved)?.duration == .seconds(90))
  }

  @Test func `a press in a rest doesn't count as a rep, even if the key is held`() async throws {
    let app = app()
    await app.advance(by: .seconds(19))
    app.press(.space)
    #expect(app.shows("Space rep"))
    await app.advance(by: .milliseconds(1500))
    #expect(app.shows("REST") && !app.shows("Space rep"))
    app.press(.space)
    #expect(app.shows("This part counts no reps") && app.shows("1 rep this round"))
    // The terminal repeats the key.
    for delay in [500, 33, 33, 33] {
      await app.advance(by: .milliseconds(delay))
      app.press(.space)
    }
    await app.advance(by: .seconds(9))
    #expect(app.shows("WORK") && app.shows("REPS 1") && app.shows("Space rep"))
    #expect(!app.shows("counts no reps"))
    await app.advance(by: .seconds(20))
    #expect(app.shows("Saved") && app.shows("Rounds: 1, 0 reps"))
    let saved = try #require(app.memory.storage.withLock { $0.finished.last })
    #expect(saved.reps == 1)
    #expect(tabata.routine.exerciseTotals(of: saved).map(\.reps) == [1])
  }

  @Test func `a press in a hold of a workout for time doesn't count as a rep`() async throws {
    let routine = try #require(Routine("plank 10s, squat 2"))
    let circuit = Challenge.custom(
      "own-circuit", name: "Circuit", kind: .fullBody, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
    let app = VirtualApp(catalogue: Catalogue([circuit]))
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(5))
    #expect(!app.shows("Space rep"))
    app.press(.space)
    #expect(app.shows("This part counts no reps"))
    await app.advance(by: .seconds(5))
    app.press(.space)
    #expect(app.shows("1 of 2") || app.shows("REPS 1"))
  }

  @Test func `after the machine has slept, one beep announces the current round`() async {
    let app = app()
    app.clock.skip(by: .seconds(35))
    await app.advance(by: .milliseconds(10))
    #expect(app.shows("WORK") && app.shows("ROUND 2/2"))
    #expect(app.memory.playedCues.withLock { $0 } == [.countdown, .work, .work])
  }

  @Test func `a skip is stored when it can no longer be undone`() async {
    let app = app()
    func stored() -> [Duration] {
      app.memory.storage.withLock { $0.unfinished.values.map(\.duration) }
    }
    await app.advance(by: .seconds(5))
    app.press("n")
    #expect(app.shows("WORK") && app.shows("ROUND 2/2") && app.shows("Round 1 skipped"))
    #expect(app.memory.playedCues.withLock { $0.last } == .work)
    await app.advance(by: .seconds(1))
    #expect(stored() == [.seconds(6)])
    app.press(.space)
    #expect(stored() == [.seconds(31)] && !app.shows("skipped"))
    app.press("u", "n")
    #expect(app.shows("WORK") && app.shows("ROUND 2/2") && app.shows("This is the last round"))
  }
}
