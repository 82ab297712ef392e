import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// A key that is hinted at does something.
@Suite(.checksForLeaks)
@MainActor
struct HintTests {
  /// A screen by the keys that lead to it.
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
    Screen("what was found", ["/", "p", "l", "a", "n", "2", .enter, .escape]),
    Screen("a challenge", [.enter]),
    Screen("a challenge that nobody has done", [.enter], isEmpty: true),
    Screen("a film", [.enter, "v"]),
    Screen("a challenge to be made", ["a"]),
    Screen("its scoring", ["a", .tab, .tab]),
    Screen("the history", ["h"]),
    Screen("the history of nothing", ["h"], isEmpty: true),
    Screen("a correction", ["h", "e"]),
    Screen("a deletion", ["h", "d"]),
    Screen("a workout's page", ["h", .enter]),
    Screen("the page of one that was corrected", ["h", .enter, "e", .backspace, "1", .enter]),
    Screen("the page of a typed one", ["h", "j", .enter]),
    Screen("the page of a hold", ["h", "j", "j", .enter]),
    Screen("a replay", ["h", .enter, .enter]),
    Screen("a replay that is paused", ["h", .enter, .enter, .space]),
    Screen("a replay that is over", ["h", .enter, .enter, .end]),
    Screen("a replay at full speed", ["h", .enter, .enter, "+", "+", "+", "+"]),
    Screen("the leaderboard", ["2"]),
    Screen("the leaderboard of nobody", ["2"], isEmpty: true),
    Screen("the leaderboard of a hold", ["2", "/", "p", "l", "a", "n", .enter]),
    Screen("the choice of its challenge", ["2", "/"]),
    Screen("the choice among none", ["2", "/", "z", "z"]),
    Screen("the page from the leaderboard", ["2", .enter]),
    Screen("the profile", ["3"]),
    Screen("the profile of nobody", ["3"], isEmpty: true),
    Screen("the page from the profile", ["3", .enter]),
    Screen("the settings", [","]),
    Screen("a name that is typed", [",", .enter]),
    Screen("the page about Ladder", [",", "i"]),
    Screen("the help", ["?"]),
    Screen("a test", [.enter, "t"]),
    Screen("the discarded", [.enter, "s", "s", .space, .escape, .delete]),
  ]

  private static let workouts: [Workout] = [
    .sample(3, challenge: "plank-hold", reps: [], duration: .seconds(60)),
    // Spread evenly, as what is typed in is.
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
  func `every key that is hinted at does something`(screen: Screen) {
    let first = app(screen)
    let rows = AppTab.keys.rows(in: first.program.store.state).filter(\.isHinted)
    #expect(!rows.isEmpty, "\(first.text)")
    for row in rows {
      // A refresh shows the same where nothing is new.
      guard let key = row.keys.first, row.label != "refresh" else { continue }
      let app = app(screen)
      // From the first row or field there is no way up.
      if ["up", "previous field"].contains(row.label) { app.press(.down) }
      let (state, text) = (app.program.store.state, app.text)
      app.press(key)
      #expect(
        app.program.store.state != state || app.text != text || app.program.exit != nil,
        "\(key.name) \(row.label):\n\(text)")
    }
  }
}
