import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// Tests that sentences name the chosen keys.
@Suite(.checksForLeaks)
@MainActor
struct NamedKeysTests {
  @Test func `the leaderboard names the chosen keys`() {
    let keys = KeyRemapping(["refresh": [.function(5)]])
    let broken = VirtualApp(environment: Environment(keys: keys)) {
      $0.leaderboard.page = { _, _, _ in throw SampleError() }
    }
    broken.press("2", .escape)
    #expect(broken.shows("Press F5 to try again."))
  }

  @Test func `the notice of a discarded workout names the chosen keys`() {
    let keys = KeyRemapping(["undo-discard": [.function(6)]])
    let app = VirtualApp(environment: Environment(keys: keys))
    app.press(.enter, "s", "s", .space, .escape, .delete)
    #expect(app.shows("F6 undoes it"))
  }
}
