import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of databases of versions before 5, whose weekly bests are stored by weeks in UTC.
struct WeekMigrationTests {
  private let folder = TestFolder()

  @Test func `weeks in UTC are migrated to weeks of local days after a backup`() throws {
    let stores = try Stores.open(in: folder.data)
    _ = try stores.workouts.finish(
      .sample(reps: 9), by: .sample("Ann"))
    try stores.connection.run("DELETE FROM bests WHERE week <> 0")
    try stores.connection.run(
      """
      INSERT INTO bests
      SELECT challenge, 105693, person, rank_key, achieved_at, reps, duration_ms, workout
      FROM bests
      """)
    try stores.connection.downgrade(to: 4)
    stores.close()

    let updated = try Stores.open(in: folder.data)
    for start in Settings.WeekStart.allCases {
      let page = try updated.leaderboard.page(
        of: "pushups-2min", filter: .week(startingOn: start), .after(nil), currentPerson: nil,
        today: Date.sunday.localDay)
      #expect(page.standings.map(\.reps) == [9] && page.participantCount == 1)
    }
    #expect(
      try updated.connection.first("SELECT count(*) FROM bests WHERE week >= 0") { $0.integer(0) }
        == 4)
    updated.close()
    #expect(AutomaticBackup.all(of: folder.data.databasePath).count == 1)
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }
}
