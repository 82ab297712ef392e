import TerminalUI
import Testing

@testable import Features

/// What a tap does, where the words of the screen are.
@MainActor
struct MouseTests {
  private func start(_ size: Size = Size(80, 24)) -> VirtualApp {
    VirtualApp(size: size, environment: Environment(taps: TapMap()))
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `tabs, rows, buttons, hints and answers`(size: Size) async throws {
    let app = start(size)
    try app.tap("Leaderboard")
    #expect(app.program.store.selectedTab == .leaderboard)
    try app.tap("Workouts")
    try app.tap("Dips in 2 minutes")
    #expect(app.program.store.workouts.selection == 3)
    try app.tap("Push-ups in 2 minutes")
    #expect(app.program.store.workouts.selection == 0)
    try app.tap("Push-ups in 2 minutes")
    #expect(app.shows("Scored by"))
    try app.tap("s  start")
    #expect(app.shows("Get ready"))
    app.press("s")
    await app.advance(by: .seconds(1))
    try app.tap("Space/Enter/+")
    #expect(app.shows("REPS 1"))
    app.press(.escape)
    try app.tap("go on")
    #expect(!app.shows("Leave this workout?"))
    app.press(.escape)
    try app.tap("save it")
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
    try app.tap("Leaderboard")
    #expect(app.program.store.selectedTab == .workouts)
    #expect(app.shows("Quit?"))
    try app.tap("save and quit")
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
      SettingLine.read("key.start = F2"), for: AppTab.keys.rows)
    let app = VirtualApp(environment: Environment(keys: settings.remapping, taps: TapMap()))
    app.press(.enter)
    try app.tap("F2  start")
    #expect(app.shows("Get ready"))
  }
}
