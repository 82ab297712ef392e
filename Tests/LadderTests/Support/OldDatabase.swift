import FoundationEssentials
import Models

@testable import ClientsLive

/// A database as an older version of the program left it, with enough in it that an update takes a while.
enum OldDatabase {
  /// - Parameters:
  ///   - version: How many steps it has.
  ///   - workouts: How many Ann has done, in nothing that is ranked.
  static func make(version: Int, workouts: Int, in folder: DataFolder) throws {
    try folder.create()
    let connection = try Connection(path: folder.databasePath)
    defer { connection.close() }
    _ = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    try connection.migrate(to: Array(Migration.all.prefix(version)))
    // Of a challenge that is no more, so that there are no bests to be kept with them.
    try connection.execute(
      script: """
        INSERT INTO people VALUES (1, 'Ann');
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(workouts))
        INSERT INTO workouts (id, person, challenge, started_at, duration_ms, reps, rep_log)
          SELECT randomblob(16), 1, 'gone', 1700000000000 + i * 3600000, 60000, 0, x'' FROM n;
        INSERT INTO unfinished (id, person, challenge, started_at, elapsed_ms, rep_log)
          VALUES (randomblob(16), 1, 'pushups-2min', 1772366400000, 5000, x'DC0BDC0BDC0B');
        """)
  }
}
