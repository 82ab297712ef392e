import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

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
      try Stores.openExisting(in: data), comment, sourceLocation: location)
    let ann = try #require(PersonName("Ann"))
    saved = try stores.workouts.history(of: ann, limit: 10_000).map(\.reps).sorted()
    unfinished = try stores.unfinished.abandoned(of: ann).map(\.log.count).sorted()
    #expect(
      try stores.connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok", comment,
      sourceLocation: location)
    stores.close()
    // This also checks references, the schema and aggregates.
    let findings = Doctor(folder: data, settingsFile: nil).findings().map(\.problem)
    #expect(findings == [], comment, sourceLocation: location)
  }
}
