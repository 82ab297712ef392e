import TerminalUI
import Testing

@testable import Features

/// What a tap does, where the words of the screen are.
@MainActor
struct MouseTests {
  private func start(_ size: Size = Size(80, 24)) -> VirtualApp {
    VirtualApp(size: size, environment: Environment(taps: TapMap()))
  }

  /// Taps in the middle of the first place that shows `text`.
  private func tap(_ text: String, _ app: VirtualApp) throws {
    let (row, line) = try #require(
      app.screen.lines.enumerated().first { $0.element.contains(text) }, "\(text)")
    let start = try #require(line.range(of: text)).lowerBound
    let column = TextWidth.width(of: line[..<start]) + TextWidth.width(of: text) / 2
    app.screen.send(.mouse(MouseEvent(.press, at: Point(column, row))))
    app.settle()
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `tabs, rows, buttons, hints and answers`(size: Size) async throws {
    let app = start(size)
    try tap("Leaderboard", app)
    #expect(app.program.store.selectedTab == .leaderboard)
    try tap("Workouts", app)
    try tap("Dips in 2 minutes", app)
    #expect(app.program.store.workouts.selection == 3)
    try tap("Push-ups in 2 minutes", app)
    #expect(app.program.store.workouts.selection == 0)
    try tap("Push-ups in 2 minutes", app)
    #expect(app.shows("Scored by"))
    try tap("s  start", app)
    #expect(app.shows("Get ready"))
    app.press("s")
    await app.advance(by: .seconds(1))
    try tap("Space/Enter/+", app)
    #expect(app.shows("REPS 1"))
    app.press(.escape)
    try tap("go on", app)
    #expect(!app.shows("Leave this workout?"))
    app.press(.escape)
    try tap("save it", app)
    #expect(app.shows("Saved"))
  }

  @Test func `the wheel moves through a list and the help`() {
    let app = start(Size(40, 12))
    app.screen.send(.mouse(MouseEvent(.wheelDown, at: Point(0, 0))))
    #expect(app.program.store.workouts.selection == 3)
    app.screen.send(.mouse(MouseEvent(.wheelUp, at: Point(0, 0))))
    #expect(app.program.store.workouts.selection == 0)
    app.press("?")
    app.screen.send(.mouse(MouseEvent(.wheelDown, at: Point(0, 0))))
    #expect(app.program.store.helpRow == 3)
  }

  @Test func `what lies under a question cannot be tapped`() async throws {
    let app = start()
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(1))
    app.press("q")
    try tap("Leaderboard", app)
    #expect(app.program.store.selectedTab == .workouts)
    #expect(app.shows("Quit?"))
    try tap("save and quit", app)
    #expect(app.program.exit != nil)
  }

  @Test func `a tap on nothing does nothing, with a mouse or without`() async {
    for app in [start(), VirtualApp()] {
      app.press(.enter, "s", "s")
      await app.advance(by: .seconds(1))
      for y in 3..<22 {
        for x in stride(from: 0, to: 80, by: 7) {
          app.screen.send(.mouse(MouseEvent(.press, at: Point(x, y))))
        }
      }
      #expect(app.shows("REPS 0"))
    }
  }

  @Test func `a tap follows the keys that were chosen`() throws {
    let settings = KeySettings(
      SettingLine.read("key.start = F2").settings, for: AppTab.keys.rows)
    let app = VirtualApp(environment: Environment(keys: settings.remapping, taps: TapMap()))
    app.press(.enter)
    try tap("F2  start", app)
    #expect(app.shows("Get ready"))
  }
}
