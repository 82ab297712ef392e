import FoundationEssentials
import Glibc
import Models
import SQLite

@testable import ClientsLive

/// A database of Ladder in which all text columns contain a hostile text.
struct HostileDatabase {
  let folder: DataFolder
  let text: String

  init(_ path: String, _ text: String) {
    folder = DataFolder(path: path)
    self.text = text
  }

  /// Creates and fills the database.
  func fill() throws {
    let stores = try Stores.open(in: folder)
    defer { stores.close() }
    guard let ann = PersonName("Ann"), let log = RepLog(milliseconds: [900, 1800, 2700]) else {
      fatalError("the sample name or log is invalid")
    }
    let start = Date(millisecondsSince1970: 1_772_366_400_000)
    func draft(_ challenge: Challenge.ID) -> WorkoutDraft {
      WorkoutDraft(
        id: UUID(), challenge: challenge, startedAt: start, duration: .seconds(4), log: log,
        ghost: Ghost(name: text, log: log))
    }
    let key = Challenge.ID(rawValue: "own-\(text)")
    for challenge in ["pushups-2min", key] {
      _ = try stores.workouts.finish(draft(challenge), by: ann)
    }
    // Another person with that name on the leaderboard.
    try stores.connection.run("INSERT INTO people (name) VALUES (?)", .text("Eve"))
    if let eve = PersonName("Eve") {
      _ = try stores.workouts.finish(draft("pushups-2min"), by: eve)
    }
    try stores.connection.run("UPDATE people SET name = ? WHERE name = 'Eve'", .text(text))
    try stores.connection.run("UPDATE workouts SET note = ?", .text(text))
    try stores.unfinished.checkpoint(draft(key), by: ann)
    try stores.connection.run(
      "UPDATE unfinished SET purpose = ?, owner = ?", .text(text), .text(text))
    try stores.connection.run(
      """
      INSERT INTO own_challenges (id, name, kind, scored_by, amount, how, rounds, is_current)
      VALUES (?, ?, 'core', 'reps', 60000, ?, ?, 1)
      """, .text(key.rawValue), .text(text), .text(text), .text(text))
    try stores.connection.run("INSERT INTO events (feature, at) VALUES (?, 0)", .text(text))
    if let test = TestResult(measure: .reps, amount: 20, duration: .seconds(60), day: 20_000) {
      try stores.plans.start(
        TrainingPlan(id: UUID(), challenge: key, test: test), by: ann, at: start)
    }
  }
}
