extension Migration {
  /// The local day a workout was done on, kept with it, and an index that adds days up without the logs.
  static let days = """
    ALTER TABLE workouts ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
    UPDATE workouts SET day =
      CAST(strftime('%s', started_at / 1000, 'unixepoch', 'localtime') AS INTEGER) / 86400;
    CREATE INDEX workouts_by_day ON workouts (person, day, duration_ms, reps)
      WHERE deleted_at IS NULL;
    """

  /// The same index with the column that its condition asks for: SQLite 3.40 goes to the row for that alone, and
  /// the rows have the logs in them.
  static let coveredDays = """
    DROP INDEX workouts_by_day;
    CREATE INDEX workouts_by_day ON workouts (person, day, duration_ms, reps, deleted_at)
      WHERE deleted_at IS NULL;
    """
}
