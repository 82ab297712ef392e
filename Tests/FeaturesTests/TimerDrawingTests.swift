import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// What a tick of a running workout makes and draws: counted, for the 10 ms path must not grow unseen.
@Suite(.checksForLeaks)
@MainActor
struct TimerDrawingTests {
  let app = VirtualApp(size: Size(100, 30))
  let drawing: ViewRenderer

  init() async throws {
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    // Pace, fade and trace are on the screen as well.
    for _ in 1...10 {
      await app.advance(by: .seconds(1))
      app.press(.space)
    }
    drawing = try #require(app.program.renderer)
    #expect(app.shows("REPS 10") && app.shows("/min"))
    #expect(app.shows("slower") && app.shows("time per rep"))
  }

  @Test func `a tick evaluates what reads the clock, and draws nothing whole`() async {
    let fullRedrawCount = drawing.fullRedrawCount
    var ticks: [[Int]: Int] = [:]
    for _ in 1...100 {
      let (evaluated, drawn) = (drawing.evaluationCount, drawing.drawCount)
      await app.advance(by: WorkoutTimer.tickInterval)
      ticks[[drawing.evaluationCount - evaluated, drawing.drawCount - drawn], default: 0] += 1
    }
    // The time as text, each tenth of a second the progress, and each second what is left in big digits.
    #expect(ticks == [[1, 1]: 90, [3, 2]: 9, [4, 4]: 1])
    #expect(drawing.fullRedrawCount == fullRedrawCount)
  }

  @Test func `a rep evaluates what tells of reps as well, and no other screen`() {
    let before = drawing.evaluationCount
    app.press(.space)
    #expect(drawing.evaluationCount - before <= 6)
  }

  @Test func `a paused workout evaluates nothing`() async {
    app.press("p")
    let before = drawing.evaluationCount
    await app.advance(by: .seconds(1))
    #expect(drawing.evaluationCount == before)
  }

  @Test func `under a question the clock goes on, and the question stays on top of it`() async {
    app.press(.escape)
    #expect(app.shows("Leave this workout?"))
    let bodies = drawing.evaluationCount
    await app.advance(by: .milliseconds(10))
    #expect(app.shows("Leave this workout?"))
    // Everything is drawn again, but made of what is kept.
    #expect(drawing.evaluationCount - bodies <= 4)
  }
}
