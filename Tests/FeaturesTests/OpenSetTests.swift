import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import HistoryFeatures

/// Tests of sets to failure. Only a key ends such a set.
@Suite(.checksForLeaks)
@MainActor
struct OpenSetTests {
  private func app(_ text: String) throws -> VirtualApp {
    let routine = try Routine(text: text)
    let challenge = Challenge.custom(
      "own-open", name: "Open", kind: .fullBody, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
    let app = VirtualApp(catalogue: Catalogue([challenge]))
    app.press(.enter, "s", "s")
    return app
  }

  private func rep(_ app: VirtualApp, _ count: Int) async {
    for _ in 0..<count {
      await app.advance(by: .seconds(1))
      app.press(.space)
    }
    await app.advance(by: .seconds(1))
  }

  private func saved(_ app: VirtualApp) throws -> Workout {
    try #require(app.memory.storage.withLock { $0.finished.last })
  }

  @Test func `a key ends each set, and the reps of all sets are the score`() async throws {
    let app = try app("push-up 3xmax rest 10s")
    #expect(app.shows("most reps") && app.shows("SET 1/3") && app.shows("n end set"))
    await rep(app, 5)
    app.press("n")
    #expect(app.shows("REST") && app.shows("Set ended, 5 reps") && app.shows("n next"))
    #expect(!app.shows("skipped"))
    app.press("u")
    #expect(app.shows("SET 1/3") && app.shows("n end set"))
    await rep(app, 1)
    app.press("n")
    await app.advance(by: .seconds(10))
    #expect(app.shows("SET 2/3"))
    await rep(app, 4)
    app.press("n")
    await app.advance(by: .seconds(10))
    await rep(app, 3)
    app.press("n")
    app.settle()
    #expect(app.shows("Saved") && app.shows("13 reps") && app.shows("Rounds: 6, 4, 3 reps"))
    let workout = try saved(app)
    #expect(workout.reps == 13 && workout.log.skips.count == 3)
  }

  @Test func `a press that resumes a paused hold doesn't end it`() async throws {
    let app = try app("plank max, push-up max")
    await app.advance(by: .seconds(5))
    app.press("p")
    await app.advance(by: .seconds(5))
    app.press("p", .space)
    await app.advance(by: .seconds(1))
    #expect(app.shows("plank") && app.shows("Space end") && !app.shows("1 rep"))
    app.press(.space)
    #expect(app.shows("push-up") && app.shows("Space rep"))
  }

  @Test func `a single set has no time limit, and ends with the stop key`() async throws {
    let app = try app("push-up max")
    await rep(app, 3)
    #expect(app.shows("most reps") && !app.shows("left") && !app.shows("n end"))
    await app.advance(by: .seconds(10))
    app.press("s")
    app.settle()
    #expect(app.shows("Saved") && app.shows("3 reps"))
    #expect(try saved(app).duration == .seconds(14))
  }

  @Test func `the key that counts reps ends a hold between other sets`() async throws {
    let app = try app("2x(push-up max, plank max)")
    await rep(app, 2)
    app.press("n")
    #expect(app.shows("Space end") && !app.shows("n end set"))
    await app.advance(by: .seconds(20))
    app.press(.space)
    #expect(app.shows("ROUND 2/2") && app.shows("Plank ended"))
    await rep(app, 1)
    app.press("n")
    await app.advance(by: .seconds(5))
    app.press("f")
    app.press("x")
    app.settle()
    app.press(.escape)
    app.settle()
    #expect(app.shows("Saved") && app.shows("Exercises") == false)
    let workout = try saved(app)
    #expect(workout.reps == 3)
    let routine = try Routine(text: "2x(push-up max, plank max)")
    #expect(
      routine.exerciseTotals(of: workout).map(\.text) == ["push-up 3 in 0:05", "plank 0:25"])
    #expect(routine.results(of: workout).splits.allSatisfy { !$0.isSkipped })
  }
}
