import Models
import ReducerRuntime
import TerminalUI
import Testing

@testable import Features

@MainActor
struct AppProgramTests {
  @Test func `the first challenge is the two minutes of push-ups`() {
    #expect(Catalogue.standard.challenges.first?.id == "pushups-2min")
    #expect(Catalogue.standard.challenges.count >= 8)
  }

  @Test func `a workout by keys, from the catalogue to the leaderboard`() async {
    let app = VirtualApp()
    #expect(app.shows("Push-ups"))
    app.press("1", .enter)
    #expect(app.shows("Scored by"))
    app.press("s")
    #expect(app.shows("Get ready"))
    #expect(app.text.firstMatch(of: /\d\d:\d\d/) == nil)
    await app.advance(by: .seconds(3))
    #expect(app.shows("REPS 0"))
    for rep in 1...12 {
      await app.advance(by: .milliseconds(900))
      app.press(rep.isMultiple(of: 3) ? .enter : rep.isMultiple(of: 2) ? "+" : .space)
    }
    #expect(app.shows("REPS 12"))
    #expect(app.shows("00:10.80"))
    app.press("-")
    #expect(app.shows("REPS 11"))
    app.press("s")
    #expect(app.shows("Saved"))
    #expect(app.memory.kept.withLock { $0.finished.map(\.reps) } == [11])
    app.press("2")
    #expect(app.shows("You are number 1 with 11 reps"))
    app.press("3")
    #expect(app.shows("00:10.80"))
    app.press("1", .escape)
    #expect(app.shows("Your best") && app.shows("11 reps"))
  }

  @Test func `p pauses and resumes`() async {
    let app = VirtualApp()
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    app.press("p")
    #expect(app.shows("PAUSED"))
    await app.advance(by: .seconds(4))
    #expect(app.shows("00:01.00"))
    app.press("p")
    await app.advance(by: .seconds(1))
    #expect(!app.shows("PAUSED"))
    #expect(app.shows("00:02.00"))
  }

  @Test func `Esc asks: Enter saves`() async {
    let app = VirtualApp()
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    app.press(.space, .escape)
    #expect(app.shows("Leave this workout?"))
    app.press(.enter)
    #expect(app.shows("Saved"))
  }

  @Test func `Esc asks: Delete discards`() async {
    let app = VirtualApp()
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    app.press(.space, .escape, .delete)
    #expect(app.shows("Scored by"))
    #expect(app.memory.kept.withLock { $0.finished.isEmpty && $0.unfinished.isEmpty })
  }

  @Test func `Esc asks: Esc goes on`() async {
    let app = VirtualApp()
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    app.press(.escape, .escape, .space)
    #expect(app.shows("REPS 1"))
  }

  @Test func `tabs by number, Tab and Shift-Tab`() {
    let app = VirtualApp()
    app.press("3")
    #expect(app.program.store.selectedTab == .profile)
    app.press(.tab)
    #expect(app.program.store.selectedTab == .workouts)
    app.press(.backTab, .backTab)
    #expect(app.program.store.selectedTab == .leaderboard)
  }

  @Test func `arrows and j and k move through the catalogue`() {
    let app = VirtualApp()
    app.press("j", .down, "k")
    #expect(app.program.store.workouts.selection == 1)
    app.press(.up, .up)
    #expect(app.program.store.workouts.selection == 0)
  }

  @Test func `the help names every key that works here`() {
    let app = VirtualApp()
    app.press("?")
    for label in ["open", "next tab", "quit", "down"] { #expect(app.shows(label)) }
    app.press("?")
    #expect(!app.shows("next tab"))
  }

  @Test func `tabs change from the help, too`() {
    let app = VirtualApp()
    app.press("?", "3")
    #expect(app.program.store.selectedTab == .profile)
    #expect(!app.shows("next tab"))
  }

  @Test(arguments: [Size(20, 6), Size(30, 5), Size(80, 3)])
  func `the smallest terminals show the reps, and the answers to a question`(size: Size) async {
    let app = VirtualApp(size: size)
    app.press(.enter, "s", "s")
    await app.advance(by: .milliseconds(1230))
    app.press(.space)
    #expect(app.shows("REPS 1"))
    #expect(app.shows("00:01.23"))
    guard size.height >= 5 else { return }
    app.press(.escape)
    #expect(app.shows("Enter save it"))
  }

  @Test func `q leaves at once while nothing runs`() {
    let app = VirtualApp()
    app.press("q")
    #expect(app.program.exit == Exit())
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

  @Test func `the question about quitting goes with the workout it is about`() async {
    let app = VirtualApp()
    app.press("G", .enter, "s", "s")
    await app.advance(by: .seconds(59))
    app.press("q")
    #expect(app.shows("Quit?"))
    await app.advance(by: .seconds(2))
    #expect(app.shows("Saved"))
    #expect(!app.shows("Quit?"))
  }

  @Test func `q asks while a workout runs`() async {
    let app = VirtualApp()
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    app.press("q")
    #expect(app.shows("Quit?"))
    app.press(.escape)
    #expect(app.program.exit == nil)
    #expect(!app.shows("Quit?"))
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

  @Test func `a paste counts no rep`() async {
    let app = VirtualApp()
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    app.screen.send(.paste("   "))
    #expect(app.shows("REPS 0"))
  }

  @Test func `nothing is painted while nothing changes`() async {
    let app = VirtualApp()
    let frames = app.screen.frameCount
    await app.advance(by: .seconds(60))
    app.press("x", .left, .function(5))
    #expect(app.screen.frameCount == frames)
  }
}
