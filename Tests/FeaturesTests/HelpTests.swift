import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct HelpTests {
  /// Returns all lines of the help, read while scrolling down.
  private func wholeText(_ app: VirtualApp) -> String {
    var text = ""
    for _ in AppTab.keys.rows {
      text += app.text + "\n"
      app.press(.down)
    }
    return text
  }

  nonisolated private static let sizes = [Size(80, 24), Size(60, 14), Size(40, 12)]

  @Test(
    arguments: TestSize.choose(test: [sizes[0]], check: sizes),
    AppTab.Tab.allCases)
  func `the help lists every key that works`(size: Size, tab: AppTab.Tab) {
    let app = VirtualApp(size: size)
    app.press(Key(Character("\(tab.rawValue + 1)")))
    let rows = AppTab.keys.help(in: app.program.store.state)
    app.press("?")
    let text = wholeText(app)
    for row in rows {
      #expect(text.contains(row.keys) && text.contains(row.label), "\(row.keys) \(row.label)")
    }
  }

  /// Expects each key in the help to belong to one row only.
  private func expectNoKeyIsShownTwice(_ app: VirtualApp, _ place: String) {
    let rows = AppTab.keys.rows(in: app.program.store.state)
    for (index, row) in rows.enumerated() {
      for key in row.keys {
        let first = rows.firstIndex { $0.keys.contains(key) }
        #expect(first == index, "\(place): \(key.name) is shown for \(row.label)")
      }
    }
  }

  @Test func `no key is shown for two actions`() async {
    let app = VirtualApp {
      $0.workouts.finish = { _ in throw SampleError() }
    }
    for tab in ["2", "3", "1"] as [Key] {
      app.press(tab)
      expectNoKeyIsShownTwice(app, "tab \(tab.name)")
    }
    app.press("?")
    expectNoKeyIsShownTwice(app, "help")
    app.press("?", .enter)
    expectNoKeyIsShownTwice(app, "challenge")
    app.press("s")
    expectNoKeyIsShownTwice(app, "countdown")
    app.press("s", .space)
    expectNoKeyIsShownTwice(app, "workout")
    app.press("p")
    expectNoKeyIsShownTwice(app, "pause")
    app.press(.escape)
    expectNoKeyIsShownTwice(app, "leaving")
    app.press("q")
    expectNoKeyIsShownTwice(app, "quitting")
    app.press(.escape, .enter)
    expectNoKeyIsShownTwice(app, "not saved")
  }

  @Test func `the help hint is shown only where its key opens the help`() {
    let app = VirtualApp()
    #expect(app.shows("? help"))
    app.press("?")
    #expect(!app.shows("? help") && app.shows("?/Esc/Enter close help"))
    app.press("?", .enter, "s", "s", .space, "q")
    #expect(app.shows("Quit?") && !app.shows("? help"))
    app.press(.escape)
    #expect(app.shows("? help"))
  }

  @Test func `names in the key table are valid, and its keys have no conflicts`() {
    for row in AppTab.keys.rows where !row.name.isEmpty {
      #expect(!row.name.contains { $0.isWhitespace || $0.isUppercase }, "\(row.name)")
    }
    #expect(KeySettings([], for: AppTab.keys.rows).problems.isEmpty)
  }
}
