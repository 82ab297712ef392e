import Models
import ReducerTestSupport
import TerminalUI
import Testing

/// Tests of the pace on the screen, and of a circuit with holds.
@Suite(.checksForLeaks)
@MainActor
struct PaceTests {
  private func app(_ text: String) throws -> VirtualApp {
    let routine = try #require(Routine(text))
    let challenge = Challenge.custom(
      "own-x", name: "Circuit", kind: .fullBody, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
    let app = VirtualApp(catalogue: Catalogue([challenge]))
    // The second s skips the countdown.
    app.press(.enter, "s", "s")
    return app
  }

  private func count(_ reps: Int, in app: VirtualApp) async {
    for _ in 1...reps {
      await app.advance(by: .milliseconds(500))
      app.press(.space)
    }
  }

  @Test func `without further reps, the pace falls and then disappears`() async throws {
    let app = try app("squat 5:00")
    await count(3, in: app)
    #expect(!app.shows("/min"))
    await count(2, in: app)
    #expect(app.shows("120/min"))
    await app.advance(by: .seconds(15))
    #expect(app.shows(" 15/min"))
    await app.advance(by: .seconds(60))
    #expect(!app.shows("/min"))
  }

  @Test func `a rest has no pace, and does not affect the next pace`() async throws {
    let app = try app("2x(squat 20s, rest 10s)")
    await count(10, in: app)
    #expect(app.shows("120/min"))
    await app.advance(by: .seconds(16))
    #expect(app.shows("REST") && !app.shows("/min"))
    await app.advance(by: .seconds(10))
    await count(3, in: app)
    #expect(app.shows("WORK") && !app.shows("/min"))
    await count(2, in: app)
    #expect(app.shows("120/min"))
  }

  @Test func `a circuit ends with its last hold`() async throws {
    let app = try app("2x(push-up 3, plank 11s, rest 5s)")
    await count(3, in: app)
    await app.advance(by: .seconds(16))
    await count(3, in: app)
    await app.advance(by: .seconds(11))
    app.settle()
    #expect(app.shows("Saved") && app.shows("00:30.00") && !app.shows("incomplete"))
  }

  @Test func `a circuit with skipped holds is incomplete`() async throws {
    let app = try app("2x(push-up 3, plank 11s)")
    await count(3, in: app)
    await app.advance(by: .seconds(2))
    app.press("n")
    await count(3, in: app)
    await app.advance(by: .seconds(2))
    app.press("n")
    app.settle()
    #expect(app.shows("Saved") && app.shows("incomplete, a part was skipped"))
    #expect(!app.shows("Your first result"))
  }
}
