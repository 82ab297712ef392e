import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@Suite(.leavesNothing)
@MainActor
struct AppProgramTests {
  @Test func `the first challenge is the two minutes of push-ups`() {
    #expect(Catalogue.standard.challenges.first?.id == "pushups-2min")
    #expect(Catalogue.standard.challenges.count >= 8)
  }

  @Test func `quitting waits for a workout that is being saved, and tells when it cannot be`() async
  {
    let isHeld = TestClock()
    let app = VirtualApp {
      $0.workouts.finish = { _ in
        try await isHeld.sleep(for: .seconds(5))
        throw SampleError()
      }
    }
    app.press(.enter, "s", "s", .space, "s")
    #expect(app.shows("Saving"))
    app.press("q", "2", "?")
    #expect(app.program.exit == nil)
    #expect(app.program.store.selectedTab == .workouts)
    await isHeld.advance(by: .seconds(5))
    app.settle()
    #expect(app.program.exit?.status == 1)
    #expect(app.program.exit?.message?.contains("the disk is full") == true)
  }

  @Test func `a termination saves what ran`() async {
    let app = VirtualApp()
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    app.press(.space)
    async let terminated: Void = app.program.terminate(.signal(15))
    while app.program.exit == nil {
      app.settle()
      await Task.yield()
    }
    await terminated
    #expect(app.memory.kept.withLock { $0.finished.map(\.reps) } == [1])
  }

  @Test func `nothing is painted while nothing changes`() async {
    let app = VirtualApp()
    let frames = app.stage.frameNumber
    await app.advance(by: .seconds(60))
    app.press("x", .left, .function(5))
    #expect(app.stage.frameNumber == frames)
  }
}
