import FoundationEssentials
import Models

@testable import ClientsLive
@testable import SQLite

/// A factory for a database that is large enough that copying it takes some time.
enum FilledDatabase {
  /// Creates a database with workouts of Ann in an unknown challenge, and one unfinished workout.
  static func make(workouts: Int, in folder: DataFolder) throws {
    let stores = try Stores.open(in: folder)
    defer { stores.close() }
    // The challenge is unknown, so that the workouts have no bests.
    try stores.connection.execute(
      text: """
        INSERT INTO people VALUES (1, 'Ann');
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(workouts))
        INSERT INTO workouts
          (id, person, challenge, started_at, day, duration_ms, reps, rep_log, utc_offset, counts, provenance)
          SELECT randomblob(16), 1, 'gone', 1700000000000 + i * 3600000,
            (1700000000000 + i * 3600000) / 86400000, 60000, 0, x'', 0, 1, 0
          FROM n;
        INSERT INTO unfinished
          (id, person, challenge, started_at, elapsed_ms, kept_at, rep_log, utc_offset, is_paused, provenance)
          VALUES (randomblob(16), 1, 'pushups-2min', 1772366400000, 5000, 0, x'DC0BDC0BDC0B', 0, 0, 0);
        """)
  }
}
