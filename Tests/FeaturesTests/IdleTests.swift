import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

/// Tests that an idle screen has no task that sleeps, so the process never wakes up for it.
@Suite(.checksForLeaks)
@MainActor
struct IdleTests {
  nonisolated private static let screens: [(name: String, keys: [Key])] = [
    ("the workouts", []),
    ("a search", ["/"]),
    ("a challenge", [.enter]),
    ("a paused video", [.enter, "v", "p"]),
    ("a video behind another tab", [.enter, "v", .tab]),
    ("the history", ["h"]),
    ("a new challenge", ["a"]),
    ("the leaderboard", [.tab]),
    ("the profile", [.tab, .tab]),
    ("the settings", [","]),
    ("the page about Ladder after its toast", [",", "i", "c"]),
    ("help", ["?"]),
    ("a paused workout", [.enter, "s", "p"]),
    ("the question before leaving a workout", [.enter, "s", "p", .escape]),
    ("a discarded workout", [.enter, "s", .escape, .delete]),
    ("a saved workout", [.enter, "s", .space, "s", "R"]),
    ("the challenge after a workout", [.enter, "s", .space, "s", "R", .escape]),
  ]

  /// Returns an app without a countdown, which would sleep.
  private func app() -> VirtualApp {
    var settings = LoadedSettings()
    settings.settings.preparation = 0
    return VirtualApp(settings: settings)
  }

  @Test(arguments: screens.indices)
  func `an idle screen has no sleeping task`(index: Int) async throws {
    let screen = Self.screens[index]
    let app = app()
    for key in screen.keys { app.press(key) }
    await app.advance(by: .seconds(10))
    await #expect(throws: Never.self, "\(screen.name):\n\(app.text)") {
      try await app.clock.checkSuspension()
    }
  }

  @Test func `a toast ends with its page, and a covered replay is paused`()
    async throws
  {
    for keys in [
      [",", "i", "c", "2"], ["2", .enter, .enter, "3"], ["2", .enter, .enter, ","],
      ["3", .enter, .enter, "1"], ["h", .enter, .enter, "2"],
    ] as [[Key]] {
      let app = app()
      app.memory.storage.withLock { $0.finished = [.sample(duration: .seconds(60))] }
      for key in keys.dropLast() { app.press(key) }
      await #expect(throws: (any Error).self, "\(keys)") { try await app.clock.checkSuspension() }
      app.press(keys.last!)
      await #expect(throws: Never.self, "\(keys):\n\(app.text)") {
        try await app.clock.checkSuspension()
      }
    }
  }

  @Test func `the message about a premature press disappears with its screen`() async throws {
    for keys in [
      // A pause after a premature stop, and a premature stop before the answer to the question on leaving.
      [.enter, "s", "s", "p"], [.enter, "s", "s", .escape, .delete],
      // A premature press of the key that goes back, and then another workout, started from the profile.
      [.enter, "s", .space, "s", .enter, "3", .enter, "s", "p"],
    ] as [[Key]] {
      let app = app()
      for key in keys {
        app.press(key)
        await app.advance(by: .zero)
      }
      await #expect(throws: Never.self, "\(keys):\n\(app.text)") {
        try await app.clock.checkSuspension()
      }
    }
  }

  @Test func `a replay does not start if its page was left during loading`() async throws {
    let loadDelay = TestClock()
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      $0.leaderboard.workout = { _ in
        try await loadDelay.sleep(for: .seconds(1))
        return .sample(duration: .seconds(60))
      }
    }
    app.press("2", .enter, "3")
    await loadDelay.advance(by: .seconds(1))
    app.settle()
    #expect(app.program.store.leaderboard.destination?.workout?.workout != nil)
    try await app.clock.checkSuspension()
  }

  @Test(
    arguments: [
      [.enter, "s"], [.enter, "v"], [.enter, "s", .space, "s"], [",", "i", "c"],
    ] as [[Key]])
  func `workouts, videos, rests and toasts have a sleeping task`(keys: [Key]) async {
    let app = app()
    for key in keys { app.press(key) }
    await #expect(throws: (any Error).self) { try await app.clock.checkSuspension() }
  }
}
