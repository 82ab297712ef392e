import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

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
    Screen("its scoring", ["a", .tab, .tab]),
    Screen("the history", ["h"]),
    Screen("an empty history", ["h"], isEmpty: true),
    Screen("a correction", ["h", "e"]),
    Screen("a deletion", ["h", "d"]),
    Screen("a workout's page", ["h", .enter]),
    Screen("the page of a corrected workout", ["h", .enter, "e", .backspace, "1", .enter]),
    Screen("the page of an entered workout", ["h", "j", .enter]),
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
    Screen("the page from the leaderboard", ["2", .enter]),
    Screen("the profile", ["3"]),
    Screen("an empty profile", ["3"], isEmpty: true),
    Screen("the page from the profile", ["3", .enter]),
    Screen("the settings", [","]),
    Screen("a name being typed", [",", .enter]),
    Screen("the page about Ladder", [",", "i"]),
    Screen("the help", ["?"]),
    Screen("a test", [.enter, "t"]),
    Screen("a discarded workout", [.enter, "s", "s", .space, .escape, .delete]),
  ]

  private static let workouts: [Workout] = [
    .sample(3, challenge: "plank-hold", reps: [], duration: .seconds(60)),
    // Evenly spread reps, as in an entered workout.
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
      // The first row or field has none above it.
      if ["up", "previous field"].contains(row.label) { app.press(.down) }
      let (state, text) = (app.program.store.state, app.text)
      app.press(key)
      #expect(
        app.program.store.state != state || app.text != text || app.program.exit != nil,
        "\(key.name) \(row.label):\n\(text)")
    }
  }
}
