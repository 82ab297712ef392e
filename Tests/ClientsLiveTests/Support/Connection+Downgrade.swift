@testable import ClientsLive
@testable import SQLite

extension Connection {
  /// Removes what the migrations after a version have added, as if an earlier program had written the file.
  ///
  /// - Parameter version: The version of the schema, from 4 on.
  func downgrade(to version: Int) throws {
    // Triggers and indexes that later migrations replace, as the schema of version 1 has them.
    let former = DatabaseFormat.ladder.migrations[0].script.split(separator: "\n\n").filter {
      $0.hasPrefix("CREATE TRIGGER workouts_") || $0.hasPrefix("CREATE INDEX runs_by_length")
    }
    let additions: [(version: Int, undo: String)] = [
      (
        19,
        """
        DROP INDEX strength_sets_of_exercise; DROP INDEX strength_sets_of_entry; ALTER TABLE strength_sets DROP COLUMN key;
        CREATE INDEX strength_sets_of_exercise
          ON strength_sets (person, exercise COLLATE NOCASE, done_at);
        DROP TABLE exercise_settings;
        CREATE TABLE exercise_settings (
          person INTEGER NOT NULL REFERENCES people (id),
          exercise TEXT NOT NULL COLLATE NOCASE,
          rule TEXT,
          note TEXT,
          PRIMARY KEY (person, exercise)
        ) STRICT, WITHOUT ROWID
        """
      ),
      (
        18,
        """
        DROP TRIGGER workouts_come; DROP TRIGGER workouts_go;
        DROP TRIGGER workouts_change_from; DROP TRIGGER workouts_change_to;
        ALTER TABLE workouts DROP COLUMN utc_offset; ALTER TABLE workouts DROP COLUMN counts;
        ALTER TABLE unfinished DROP COLUMN utc_offset; \(former.joined(separator: "\n"))
        """
      ),
      (17, "DROP TABLE exercise_settings"),
      (
        15,
        """
        DROP TRIGGER workouts_go_with_sets; DROP TRIGGER unfinished_go_with_sets;
        DROP TABLE strength_sets
        """
      ),
      (
        13,
        """
        DROP INDEX bests_of_live_weeks; DELETE FROM bests WHERE week < 0;
        DROP INDEX workouts_with_figures; ALTER TABLE workouts DROP COLUMN figures;
        ALTER TABLE workouts DROP COLUMN pause_log; ALTER TABLE unfinished DROP COLUMN pause_log
        """
      ),
      (
        11,
        "ALTER TABLE workouts DROP COLUMN provenance; ALTER TABLE unfinished DROP COLUMN provenance"
      ),
      (10, "DROP TABLE IF EXISTS journal; DROP TABLE IF EXISTS journal_server"),
      (
        9,
        """
        DROP TABLE IF EXISTS publications; DROP TABLE IF EXISTS published;
        DROP TABLE IF EXISTS seen_pages
        """
      ),
      (
        8,
        "ALTER TABLE workouts DROP COLUMN skip_log; ALTER TABLE unfinished DROP COLUMN skip_log"
      ),
      (7, "DROP TABLE rests"),
    ]
    for addition in additions where addition.version > version {
      try execute(text: addition.undo)
    }
    try execute(text: "PRAGMA user_version = \(version)")
  }
}
