import FoundationEssentials
import Glibc
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// A factory for a database that is large enough that copying it takes some time.
enum FilledDatabase {
  /// Creates a database with workouts of Ann in an unknown challenge, and one unfinished workout.
  static func make(workouts: Int, in folder: DataFolder) throws {
    let stores = try Connection.open(in: folder)
    defer { stores.close() }
    // The challenge is unknown, so that the workouts have no bests.
    try stores.execute(
      text: """
        INSERT INTO people (id, name) VALUES (1, 'Ann');
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(workouts))
        INSERT INTO workouts
          (id, person, challenge, started_at, day, duration_ms, reps, log, utc_offset, counts, provenance)
          SELECT randomblob(16), 1, 'gone', 1700000000000 + i * 3600000,
            (1700000000000 + i * 3600000) / 86400000, 60000, 0, x'0107E0D403', 0, 1, 0
          FROM n;
        INSERT INTO unfinished
          (id, person, challenge, started_at, duration_ms, kept_at, log, utc_offset)
          VALUES (randomblob(16), 1, 'pushups-2min', 1772366400000, 5000, 0, x'B817B817B817', 0);
        """)
  }
}

// MARK: - Stored workouts

/// The workouts in a database after the programs that used it have exited.
struct StoredWorkouts {
  /// The reps of each saved workout, fewest first.
  var saved: [Int]
  /// The reps of each unfinished workout that the next start offers to resume, fewest first.
  var unfinished: [Int]

  /// Reads Ann's workouts in `folder`, and checks the integrity of the database.
  init(
    _ folder: TestFolder, _ comment: Comment? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let data = DataFolder(path: folder.path)
    let stores = try #require(
      try Connection.openExisting(in: data), comment, sourceLocation: location)
    let ann = try #require(PersonName("Ann"))
    saved = try stores.workouts.history(of: ann, limit: 10_000).map(\.reps).sorted()
    unfinished = try stores.unfinished.abandoned(of: ann).map(\.log.reps.count).sorted()
    #expect(
      try stores.first("PRAGMA integrity_check") { $0.text(0) } == "ok", comment,
      sourceLocation: location)
    stores.close()
    // This also checks references, the schema and aggregates.
    let findings = Doctor(folder: data, settingsFile: nil).findings().map(\.problem)
    #expect(findings == [], comment, sourceLocation: location)
  }
}

// MARK: - Hostile database

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
    let stores = try Connection.open(in: folder)
    defer { stores.close() }
    guard let ann = PersonName("Ann"), let log = RepLog(milliseconds: [900, 1800, 2700]) else {
      fatalError("the sample name or log is invalid")
    }
    let start = Date(millisecondsSince1970: 1_772_366_400_000)
    func draft(_ challenge: Challenge.ID) -> WorkoutDraft {
      WorkoutDraft(
        id: UUID(), challenge: challenge, startedAt: start, duration: .seconds(4),
        log: WorkoutLog(reps: log), ghost: Ghost(name: text, log: WorkoutLog(reps: log)))
    }
    let key = Challenge.ID(rawValue: "own-\(text)")
    for challenge in ["pushups-2min", key] {
      _ = try stores.workouts.finish(draft(challenge), by: ann)
    }
    // The leaderboard also gets a person whose name is the hostile text.
    try stores.run("INSERT INTO people (name) VALUES (?)", .text("Eve"))
    if let eve = PersonName("Eve") {
      _ = try stores.workouts.finish(draft("pushups-2min"), by: eve)
    }
    try stores.run("UPDATE people SET name = ? WHERE name = 'Eve'", .text(text))
    try stores.run("UPDATE workouts SET note = ?", .text(text))
    try stores.unfinished.checkpoint(draft(key), by: ann)
    try stores.run(
      "UPDATE unfinished SET purpose = ?, owner = ?", .text(text), .text(text))
    try stores.run(
      """
      INSERT INTO own_challenges (id, name, kind, scored_by, amount, how, rounds, is_current)
      VALUES (?, ?, 'core', 'reps', 60000, ?, ?, 1)
      """, .text(key.rawValue), .text(text), .text(text), .text(text))
    try stores.run("INSERT INTO events (feature, at) VALUES (?, 0)", .text(text))
    if let test = TestResult(measure: .reps, amount: 20, duration: .seconds(60), day: 20_000) {
      try stores.plans.start(
        TrainingPlan(id: UUID(), challenge: key, test: test), by: ann, at: start)
    }
  }
}
