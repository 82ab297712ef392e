import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI
import Testing

@testable import Features

@MainActor
struct DiscardUndoTests {
  /// A workout of two reps that was discarded.
  func discarded(size: Size = Size(80, 24)) async -> VirtualApp {
    let app = VirtualApp(size: size)
    app.press(.enter, "s", "s")
    for _ in 1...2 {
      await app.advance(by: .seconds(1))
      app.press(.space)
    }
    app.press(.escape, .delete)
    return app
  }

  @Test func `u brings a discarded workout back, with every rep and its time`() async {
    let app = await discarded()
    #expect(app.shows("Discarded: 2 reps in 00:02.00"))
    #expect(app.memory.kept.withLock { $0.unfinished.isEmpty })
    await app.advance(by: .seconds(30))
    app.press("u")
    #expect(app.shows("PAUSED") && app.shows("REPS 2") && app.shows("00:02.00"))
    #expect(app.memory.kept.withLock { $0.unfinished.values.map(\.log.count) } == [2])
    app.press("p")
    await app.advance(by: .seconds(1))
    app.press(.space, "s")
    #expect(
      app.memory.kept.withLock { $0.finished.map(\.log.milliseconds) } == [[1000, 2000, 3000]])
  }

  @Test func `it is brought back once`() async {
    let app = await discarded()
    app.press("u", "s", .escape)
    #expect(!app.shows("Discarded"))
    app.press("u")
    #expect(!app.shows("PAUSED"))
  }

  @Test func `a new workout leaves nothing to undo`() async {
    let app = await discarded()
    app.press("s", .escape)
    #expect(app.shows("Scored by") && !app.shows("Discarded"))
    app.press("u")
    #expect(!app.shows("PAUSED"))
  }

  @Test func `an unfinished workout that was discarded at the start comes back as well`() {
    let memory = MemoryStore()
    let draft = WorkoutDraft(
      id: UUID(7), challenge: "pushups-2min", startedAt: .monday, duration: .seconds(10),
      log: RepLog(milliseconds: [1000])!)
    memory.kept.withLock { $0.unfinished[draft.id] = draft }
    let app = VirtualApp { $0.workouts = memory.workouts }
    app.press(.delete)
    #expect(memory.kept.withLock { $0.unfinished.isEmpty })
    app.press("u")
    #expect(app.shows("REPS 1"))
    #expect(memory.kept.withLock { $0.unfinished[draft.id] } == draft)
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `what can be undone is said`(size: Size) async {
    expectGolden(
      await discarded(size: size).screen.golden, "discarded-\(size.width)x\(size.height)")
  }
}
