import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@MainActor
struct RoundTests {
  let tabata = Challenge(
    id: "tabata", name: "Tabata", kind: .legs, scoring: .reps(within: .seconds(50)),
    summary: "Two rounds.", how: [],
    intervals: IntervalPlan(work: .seconds(20), rest: .seconds(10), rounds: 2))

  func app(size: Size = Size(80, 24)) -> VirtualApp {
    let app = VirtualApp(size: size, catalogue: Catalogue([tabata]))
    app.press(.enter, "s", "s")
    return app
  }

  @Test func `each change of work and rest is heard`() async {
    let app = app()
    #expect(app.memory.heard.withLock { $0 } == [.countdown, .start])
    await app.advance(by: .seconds(20))
    #expect(app.memory.heard.withLock { $0.last } == .rest)
    await app.advance(by: .seconds(10))
    #expect(app.memory.heard.withLock { $0 } == [.countdown, .start, .rest, .start])
    await app.advance(by: .seconds(20))
    #expect(app.memory.heard.withLock { $0 } == [.countdown, .start, .rest, .start, .end])
  }

  @Test func `the round is on the screen, and its reps are when it is saved`() async {
    let app = app()
    #expect(app.shows("WORK 1/2  20 s"))
    for _ in 1...2 {
      await app.advance(by: .seconds(9))
      app.press(.space)
    }
    await app.advance(by: .seconds(3))
    #expect(app.shows("REST 1/2  9 s"))
    await app.advance(by: .seconds(10))
    app.press(.space)
    #expect(app.shows("WORK 2/2"))
    await app.advance(by: .seconds(20))
    #expect(app.shows("Saved") && app.shows("Rounds: 2 1"))
  }

  @Test func `rounds that were slept through are heard as the one that is on`() async {
    let app = app()
    app.clock.leap(by: .seconds(35))
    await app.advance(by: .milliseconds(10))
    #expect(app.shows("WORK 2/2"))
    #expect(app.memory.heard.withLock { $0 } == [.countdown, .start, .start])
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `a workout of rounds`(size: Size) async {
    let app = app(size: size)
    await app.advance(by: .seconds(22))
    app.press(.space)
    expectGolden(app.screen.golden, "rounds-\(size.width)x\(size.height)")
  }
}
