import FoundationEssentials
import Models

@testable import ClientsLive
@testable import SQLite

/// A database with so much in it that copying it takes a while.
enum FilledDatabase {
  /// - Parameter workouts: How many Ann has done, in nothing that is ranked; one more is unfinished.
  static func make(workouts: Int, in folder: DataFolder) throws {
    let stores = try Stores.open(in: folder)
    defer { stores.close() }
    // Of a challenge that is no more, so that there are no bests to be kept with them.
    try stores.connection.execute(
      text: """
        INSERT INTO people VALUES (1, 'Ann');
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(workouts))
        INSERT INTO workouts (id, person, challenge, started_at, day, duration_ms, reps, rep_log)
          SELECT randomblob(16), 1, 'gone', 1700000000000 + i * 3600000, 19675 + i / 24, 60000, 0, x''
          FROM n;
        INSERT INTO unfinished (id, person, challenge, started_at, elapsed_ms, kept_at, rep_log)
          VALUES (randomblob(16), 1, 'pushups-2min', 1772366400000, 5000, 0, x'DC0BDC0BDC0B');
        """)
  }
}
