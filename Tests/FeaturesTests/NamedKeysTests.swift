import Models
import TerminalUI
import Testing

@testable import Features

/// Sentences that name keys name those that work.
@MainActor
struct NamedKeysTests {
  let keys = KeyRemapping([
    "refresh": [.function(5)], "workouts": [.function(1)], "try-again": [.function(9)],
    "back": [.function(8)], "leave-floor-mode": [.function(7)], "start": ["x"],
    "undo-the-discard": [.function(6)], "settings": [.function(4)],
  ])

  @Test func `on the leaderboard`() {
    let empty = VirtualApp(environment: Environment(keys: keys))
    empty.press("2")
    #expect(empty.shows("Be the first: press F1 and open it."))
    let broken = VirtualApp(environment: Environment(keys: keys)) {
      $0.leaderboard.page = { _, _, _ in throw SampleError() }
    }
    broken.press("2", .escape)
    #expect(broken.shows("Press F5 to try again."))
  }

  @Test func `where a workout could not be saved, also on the floor`() async {
    let app = VirtualApp(environment: Environment(keys: keys)) {
      $0.workouts.finish = { _ in throw SampleError() }
    }
    app.press(.enter, "x", "x", "f", .space)
    await app.advance(by: .seconds(120))
    #expect(app.shows("F7 leaves floor mode"))
    app.press(.function(7), .escape)
    #expect(app.shows("F9 tries again;") && app.shows("F8 leaves it unfinished"))
  }

  @Test func `where a workout was discarded`() {
    let app = VirtualApp(environment: Environment(keys: keys))
    app.press(.enter, "x", "x", .space, .escape, .delete)
    #expect(app.shows("F6 undoes that."))
  }

  @Test func `on the profile`() {
    let empty = VirtualApp(environment: Environment(keys: keys))
    empty.press("3")
    #expect(empty.shows("Press F1 and pick a challenge."))
    let broken = VirtualApp(environment: Environment(keys: keys)) {
      $0.workouts.history = { _, _, _ in throw SampleError() }
    }
    broken.press("3", .escape)
    #expect(broken.shows("Press F5 to try again."))
  }
}
