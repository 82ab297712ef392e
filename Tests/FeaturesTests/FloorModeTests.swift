import Models
import TerminalUI
import Testing

@testable import Features

@MainActor
struct FloorModeTests {
  /// A workout seen from the floor, `keys` pressed a second apart.
  func floor(size: Size = Size(80, 24), _ keys: Key...) async -> VirtualApp {
    let app = VirtualApp(size: size)
    app.press(.enter, "s", "s", "f")
    for key in keys {
      await app.advance(by: .seconds(1))
      app.press(key)
    }
    return app
  }

  @Test func `any key is a rep, also one that does something else`() async {
    let app = await floor("a", "q", "?", "s", "-", "p", "1", .tab, .up, .delete, .function(1), "f")
    #expect(app.shows("REPS 12"))
    #expect(app.shows("00:12.00"))
    #expect(app.program.exit == nil)
    #expect(app.program.store.selectedTab == .workouts)
  }

  @Test func `a held key counts once on the floor, too`() async {
    let app = await floor("a")
    for _ in 1...10 {
      await app.advance(by: .milliseconds(33))
      app.press("a")
    }
    #expect(app.shows("REPS 1"))
  }

  @Test func `Esc leaves the floor, not the workout`() async {
    let app = await floor("a")
    app.press(.escape)
    #expect(app.shows("Workouts") && app.shows("REPS 1"))
    #expect(!app.shows("Leave this workout?"))
    await app.advance(by: .seconds(1))
    app.press("a")
    #expect(app.shows("REPS 1"))
  }

  @Test func `Ctrl-C saves and quits from the floor`() async {
    let app = await floor("a")
    app.press(.control("c"))
    #expect(app.program.exit == Exit())
    #expect(app.memory.kept.withLock { $0.finished.map(\.reps) } == [1])
  }

  @Test func `keys that come after the end do nothing`() async {
    let app = await floor("a")
    await app.advance(by: .seconds(125))
    #expect(app.shows("Saved"))
    app.press(.enter, "q", "2")
    #expect(app.shows("Saved") && app.program.exit == nil)
    app.press(.escape, "2")
    #expect(app.program.store.selectedTab == .leaderboard)
  }

  @Test func `what cannot be saved is told on the floor, and waits until that is left`() async {
    let app = VirtualApp { $0.workouts.finish = { _ in throw SampleError() } }
    app.press(.enter, "s", "s", "f", "a")
    await app.advance(by: .seconds(125))
    #expect(app.shows("not saved yet") && app.shows("Esc leaves floor mode"))
    #expect(app.shows("the disk is full") && !app.shows("try again  "))
    for key in ["r", .enter, .space, "q", "c"] as [Key] { app.press(key) }
    #expect(app.program.exit == nil && app.program.store.workouts.isOnFloor)
    #expect(app.shows("not saved yet"))
    app.press(.escape)
    #expect(app.shows("Enter/r try again"))
    app.press(.escape)
    #expect(app.shows("Enter tries again;"))
  }

  @Test func `what cannot be stored is a line on the floor`() async {
    let app = VirtualApp { $0.workouts.checkpoint = { _ in throw SampleError() } }
    app.press(.enter, "s", "s", "f", "a")
    #expect(app.shows("REPS 1") && app.shows("Not stored yet"))
    await app.advance(by: .seconds(1))
    app.press("r")
    #expect(app.shows("REPS 2"))
  }

  @Test func `the rest after the end fills the screen, and no key skips it`() async {
    let app = await floor("a")
    await app.advance(by: .seconds(149))
    app.press("r", .enter, "s")
    #expect(app.shows("REPS 1   02:00.00   Saved   Rest 60 s"))
    expectGolden(app.screen.golden, "floor-rest-80x24")
    await app.advance(by: .seconds(60))
    #expect(app.shows("The rest is over"))
    app.press(.escape, "s")
    #expect(app.shows("Get ready"))
  }

  @Test func `the count-down is on the floor as well`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "f", .space)
    #expect(!app.shows("Workouts"))
    await app.advance(by: .seconds(3))
    app.press(.space)
    #expect(app.shows("REPS 1"))
  }

  @Test func `a pasted text is no rep on the floor`() async {
    let app = await floor("a")
    app.screen.send(.paste("aaaa"))
    #expect(app.shows("REPS 1"))
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the floor`(size: Size) async {
    let app = await floor(size: size, "a", .space, .enter)
    expectGolden(app.screen.golden, "floor-\(size.width)x\(size.height)")
  }

  @Test func `a hold fills the screen with its time`() async {
    let app = VirtualApp(catalogue: .sample)
    app.press("j", .enter, "s", "s", "f")
    await app.advance(by: .milliseconds(65_430))
    expectGolden(app.screen.golden, "floor-hold-80x24")
  }
}
