import FoundationEssentials
import TerminalUI
import Testing

@testable import Features

@MainActor
struct ReadmeTests {
  /// The README's tables of keys are made of the tables that handle them.
  @Test func `the README names every key`() throws {
    let file = #filePath.replacing("Tests/FeaturesTests/ReadmeTests.swift", with: "README.md")
    let readme = try String(contentsOfFile: file, encoding: .utf8)
    for table in Self.tables {
      #expect(readme.contains(table), "It should say:\n\(table)")
    }
  }

  private static let tables = [
    table("Everywhere", (AppTab.everywhere + AppTab.interrupt).help),
    table("Lists", KeyMap<Workouts.State, Workouts.Action>.moving { .selectionMoved(by: $0) }.help),
    table("Workouts", Workouts.own.help),
    table("History", History.own.help),
    table("Leaderboard", Leaderboard.own.help),
    table("A replay", Replay.keys.help),
    table("A challenge", ChallengeDetail.own.help),
    table("A workout", WorkoutTimer.keys.help),
  ]

  private static func table(_ title: String, _ hints: [Hint]) -> String {
    let rows = hints.map { "| `\($0.keys)` | \($0.label) |" }
    return (["### \(title)", "", "| Keys | |", "|---|---|"] + rows).joined(separator: "\n")
  }
}
