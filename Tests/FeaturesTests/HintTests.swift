import Models
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import AppFeatures

/// Tests that each hinted key has an effect.
@Suite(.checksForLeaks)
@MainActor
struct HintTests {
  /// A screen, with the keys that open it.
  struct Screen: CustomTestStringConvertible {
    let name: String
    let keys: [Key]
    var isEmpty = false
    var testDescription: String { name }

    init(_ name: String, _ keys: [Key], isEmpty: Bool = false) {
      self.name = name
      self.keys = keys
      self.isEmpty = isEmpty
    }
  }

  nonisolated static let screens = [
    Screen("the catalogue", []),
    Screen("the catalogue at the first start", [], isEmpty: true),
    Screen("a search", ["/", "p"]),
    Screen("a search without matches", ["/", "z", "z"]),
    Screen("a search result", ["/", "p", "l", "a", "n", "2", .enter, .escape]),
    Screen("a challenge", [.enter]),
    Screen("a challenge without results", [.enter], isEmpty: true),
    Screen("a video", [.enter, "v"]),
    Screen("a new challenge", ["a"]),
    Screen("the scoring of a new challenge", ["a", .tab, .tab]),
    Screen("the history", ["h"]),
    Screen("an empty history", ["h"], isEmpty: true),
    Screen("a correction", ["h", "e"]),
    Screen("a deletion", ["h", "d"]),
    Screen("a workout's page", ["h", .enter]),
    Screen("the page of a corrected workout", ["h", .enter, "e", .backspace, "1", .enter]),
    Screen("the page of a steady workout", ["h", "j", .enter]),
    Screen("the page of a hold", ["h", "j", "j", .enter]),
    Screen("a replay", ["h", .enter, .enter]),
    Screen("a paused replay", ["h", .enter, .enter, .space]),
    Screen("a finished replay", ["h", .enter, .enter, .end]),
    Screen("a replay at full speed", ["h", .enter, .enter, "+", "+", "+", "+"]),
    Screen("the leaderboard", ["2"]),
    Screen("an empty leaderboard", ["2"], isEmpty: true),
    Screen("the leaderboard of a hold", ["2", "/", "p", "l", "a", "n", .enter]),
    Screen("the challenge picker", ["2", "/"]),
    Screen("the challenge picker without matches", ["2", "/", "z", "z"]),
    Screen("a page opened from the leaderboard", ["2", .enter]),
    Screen("the profile", ["3"]),
    Screen("an empty profile", ["3"], isEmpty: true),
    Screen("a page opened from the profile", ["3", .enter]),
    Screen("the settings", [","]),
    Screen("a name being typed", [",", .enter]),
    Screen("the page about Ladder", [",", "i"]),
    Screen("the help", ["?"]),
    Screen("a test", [.enter, "t"]),
    Screen("a discarded workout", [.enter, "s", "s", .space, .escape, .delete]),
  ]

  private static let workouts: [Workout] = [
    .sample(3, challenge: "plank-hold", reps: [], duration: .seconds(60)),
    // Reps at equal intervals.
    .sample(2, reps: [1000, 2000, 3000, 4000], duration: .seconds(4)),
    .sample(1, reps: [1200, 2000, 3100, 4000, 5500], duration: .seconds(120)),
  ]

  private func app(_ screen: Screen) -> VirtualApp {
    let app = VirtualApp()
    if !screen.isEmpty { app.memory.storage.withLock { $0.finished = Self.workouts } }
    for key in screen.keys { app.press(key) }
    return app
  }

  @Test(arguments: screens)
  func `every hinted key changes the screen`(screen: Screen) {
    let first = app(screen)
    let rows = AppTab.keys.rows(in: first.program.store.state).filter(\.isHinted)
    #expect(!rows.isEmpty, "\(first.text)")
    for row in rows {
      // A refresh without new data changes nothing.
      guard let key = row.keys.first, row.label != "refresh" else { continue }
      let app = app(screen)
      // No row or field is above the first.
      if ["up", "previous field"].contains(row.label) { app.press(.down) }
      let (state, text) = (app.program.store.state, app.text)
      app.press(key)
      #expect(
        app.program.store.state != state || app.text != text || app.program.exit != nil,
        "\(key.name) \(row.label):\n\(text)")
    }
  }
}

// MARK: - Help

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

// MARK: - Mouse

@Suite(.checksForLeaks)
@MainActor
struct MouseTests {
  @Test func `a click outside all targets does nothing`() async {
    for app in [VirtualApp(environment: Environment(taps: TapMap())), VirtualApp()] {
      app.press(.enter, "s", "s")
      await app.advance(by: .seconds(1))
      for y in 3..<22 {
        for x in stride(from: 0, to: 80, by: 7) {
          app.send(.mouse(MouseEvent(.press, at: Point(x, y))))
        }
      }
      #expect(app.shows("REPS 0"))
    }
  }
}

// MARK: - Plain mode

/// Tests of lines in the plain mode while a text field has the focus.
@Suite(.checksForLeaks)
@MainActor
struct PlainTypingTests {
  @Test func `a line with numbers is typed into the search`() {
    let app = VirtualApp()
    #expect(app.program.execute("search") == nil)
    #expect(app.program.execute("push 2 ") == nil)
    #expect(app.program.store.workouts.input.text == "push 2 ")
    #expect(app.program.execute("q") == nil)
    #expect(app.program.store.workouts.input.text == "push 2 q")
    #expect(app.program.execute("Backspace 2") == nil)
    #expect(app.program.store.workouts.input.text == "push 2")
  }

  @Test func `each line fills in one field of a form`() {
    let app = VirtualApp()
    for line in ["a", "Stair run 5", "next field 4", "No lift", ""] {
      #expect(app.program.execute(line) == nil)
      app.settle()
    }
    #expect(app.program.store.workouts.selectedChallenge?.name == "Stair run 5")
    #expect(app.program.store.workouts.selectedChallenge?.instructions == ["No lift"])
  }

  @Test func `a line that begins like a set is typed as a set in a strength session`() {
    let app = VirtualApp()
    for line in ["W", "s", "squat", "", "100x5@8 slow", "", "90x8", "", "finish and save"] {
      #expect(app.program.execute(line) == nil)
      app.settle()
    }
    let sets = app.memory.storage.withLock { $0.finished.flatMap(\.sets) }
    #expect(sets.map(\.set.text) == ["100kgx5@8 slow", "90kgx8"])
    #expect(app.program.execute("100x5") != nil)
  }

  @Test func `an unknown line is reported`() {
    let app = VirtualApp()
    #expect(app.program.execute("jump") == "\"jump\" does nothing here; ? lists the keys")
  }
}
