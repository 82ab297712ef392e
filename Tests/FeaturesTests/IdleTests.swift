import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// A program that waits for a key must not wake up: nobody sleeps on the clock of a screen at rest.
@Suite(.checksForLeaks)
@MainActor
struct IdleTests {
  nonisolated private static let screens: [(name: String, keys: [Key])] = [
    ("the workouts", []),
    ("a search", ["/"]),
    ("a challenge", [.enter]),
    ("a film that stands still", [.enter, "v", "p"]),
    ("a film behind another tab", [.enter, "v", .tab]),
    ("the history", ["h"]),
    ("a challenge to be made", ["a"]),
    ("the leaderboard", [.tab]),
    ("the profile", [.tab, .tab]),
    ("the settings", [","]),
    ("the page about Ladder, its toast gone", [",", "i", "c"]),
    ("help", ["?"]),
    ("a workout that is paused", [.enter, "s", "p"]),
    ("a workout that is to be left", [.enter, "s", "p", .escape]),
    ("a workout that was discarded", [.enter, "s", .escape, .delete]),
    ("a workout that was saved", [.enter, "s", .space, "s", "R"]),
    ("what comes after it", [.enter, "s", .space, "s", "R", .escape]),
  ]

  /// Without a count-down, which is a clock on the screen.
  private func app() -> VirtualApp {
    var settings = LoadedSettings()
    settings.settings.preparation = 0
    return VirtualApp(settings: settings)
  }

  @Test(arguments: screens.indices)
  func `nobody sleeps on a screen at rest`(index: Int) async throws {
    let screen = Self.screens[index]
    let app = app()
    for key in screen.keys { app.press(key) }
    await app.advance(by: .seconds(10))
    await #expect(throws: Never.self, "\(screen.name):\n\(app.text)") {
      try await app.clock.checkSuspension()
    }
  }

  @Test func `a toast is over with the page that it is on, and a replay stands still out of sight`()
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

  @Test func `a workout that is read late does not play by itself`() async throws {
    let reading = TestClock()
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      $0.leaderboard.workout = { _ in
        try await reading.sleep(for: .seconds(1))
        return .sample(duration: .seconds(60))
      }
    }
    app.press("2", .enter, "3")
    await reading.advance(by: .seconds(1))
    app.settle()
    #expect(app.program.store.leaderboard.destination?.workout?.workout != nil)
    try await app.clock.checkSuspension()
  }

  @Test(
    arguments: [
      [.enter, "s"], [.enter, "v"], [.enter, "s", .space, "s"], [",", "i", "c"],
    ] as [[Key]])
  func `a workout that runs, a film, a rest and a toast are what sleeps`(keys: [Key]) async {
    let app = app()
    for key in keys { app.press(key) }
    await #expect(throws: (any Error).self) { try await app.clock.checkSuspension() }
  }
}
