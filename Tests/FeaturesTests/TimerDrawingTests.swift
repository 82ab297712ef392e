import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import AppFeatures
@testable import TimerFeatures

/// Tests of the number of views that a tick evaluates and draws, so that a slower tick is noticed.
@Suite(.checksForLeaks)
@MainActor
struct TimerDrawingTests {
  let app = VirtualApp(size: Size(100, 30))
  let drawing: ViewRenderer

  init() async throws {
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    // The pace, the slowdown and the trace are on the screen too.
    for _ in 1...10 {
      await app.advance(by: .seconds(1))
      app.press(.space)
    }
    drawing = try #require(app.program.renderer)
    #expect(app.shows("REPS 10") && app.shows("/min"))
    #expect(app.shows("steady") && app.shows("time per rep"))
  }

  @Test func `a tick evaluates only views of the clock, with no full redraw`() async {
    let fullRedrawCount = drawing.fullRedrawCount
    var ticks: [[Int]: Int] = [:]
    for _ in 1...100 {
      let (evaluated, drawn) = (drawing.evaluationCount, drawing.drawCount)
      await app.advance(by: WorkoutTimer.tickInterval)
      ticks[[drawing.evaluationCount - evaluated, drawing.drawCount - drawn], default: 0] += 1
    }
    // The time is drawn at every tick, the progress every 0.1 s, and the remaining time in big digits every second.
    #expect(ticks == [[1, 1]: 90, [3, 2]: 9, [4, 4]: 1])
    #expect(drawing.fullRedrawCount == fullRedrawCount)
  }

  @Test func `a rep evaluates only views that show reps`() {
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

  @Test func `a question stays on top of the running clock`() async {
    app.press(.escape)
    #expect(app.shows("Leave this workout?"))
    let bodies = drawing.evaluationCount
    await app.advance(by: .milliseconds(10))
    #expect(app.shows("Leave this workout?"))
    // Everything is drawn again, but from retained views.
    #expect(drawing.evaluationCount - bodies <= 4)
  }
}
