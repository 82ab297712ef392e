import Models
import TerminalUI
import Testing

@testable import Features

/// Sentences that name keys name those that work.
@MainActor
struct NamedKeysTests {
  @Test func `on the leaderboard`() {
    let keys = KeyRemapping(["refresh": [.function(5)]])
    let broken = VirtualApp(environment: Environment(keys: keys)) {
      $0.leaderboard.page = { _, _, _ in throw SampleError() }
    }
    broken.press("2", .escape)
    #expect(broken.shows("Press F5 to try again."))
  }
}
