import Clients
import Models
import SQLite

/// A store of aggregates, which are computed from the logs of workouts: some columns of workouts, the sets of
/// exercises, bests, ranks on leaderboards, totals of days and weeks, and streaks.
struct AggregateStore {
  let connection: Connection

  /// Recomputes all aggregates from the workouts.
  ///
  /// - Parameter onWorkout: Called for each workout with its number, and whether it can be read.
  /// - Complexity: O(n log n) in the workouts.
  func recompute(onWorkout: (_ number: Int64, _ isReadable: Bool) -> Void = { _, _ in }) throws {
    // Triggers update aggregates incrementally; here they are computed from scratch.
    connection.setTriggersEnabled(false)
    defer { connection.setTriggersEnabled(true) }
    try connection.write {
      for table in AggregateTable.all { try connection.execute(table.clearScript) }
      try connection.workouts.forEach { number, row in
        onWorkout(number, row != nil)
        guard let (workout, person) = row else { return }
        try connection.workouts.store(
          connection.challenges.derivedColumns(of: workout), of: number)
        try connection.workouts.deriveRows(of: workout, number: number, by: person)
      }
      try fillEmptyTables()
    }
  }

  /// Fills the empty aggregate tables from the workouts and the bests.
  ///
  /// - Precondition: A transaction is open.
  /// - Complexity: O(n log n) in the workouts.
  func fillEmptyTables() throws {
    for script in AggregateTable.all.compactMap(\.fillScript) { try connection.execute(script) }
  }

  /// Stores the beginning of the days, and recomputes the days and the bests of the workouts that it moves.
  ///
  /// - Complexity: O(n) in the workouts. The logs of a week are read for each moved workout that was its best.
  func setDayStart(_ start: DayStart) throws {
    try connection.write {
      try connection.run(
        """
        INSERT INTO day_start (number, minutes) VALUES (0, ?)
        ON CONFLICT DO UPDATE SET minutes = excluded.minutes
        """, .integer(Int64(start.minutes)))
      var moved: [(number: Int64, day: Int64)] = []
      try connection.forEach("SELECT number, day, started_at, utc_offset FROM workouts") { row in
        let day = start.day(
          of: LocalTime(row.date("started_at"), utcOffset: row.utcOffset("utc_offset")))
        if day != row.integer("day") { moved.append((row.integer("number"), day)) }
      }
      for (number, day) in moved {
        try connection.run(
          "UPDATE workouts SET day = ? WHERE number = ?", .integer(day), .integer(number))
      }
      let rows = try moved.compactMap { moved in
        try connection.first(
          "SELECT * FROM workouts WHERE number = ? AND deleted_at IS NULL", .integer(moved.number)
        ) { (number: moved.number, person: $0.integer("person"), workout: try? $0.workout()) }
      }
      for case (let number, let person, let workout?) in rows {
        try connection.leaderboard.removeBests(of: number, by: person, in: workout.challenge)
      }
      for case (let number, let person, let workout?) in rows {
        try connection.leaderboard.recordBests(of: workout, number: number, by: person)
      }
    }
  }

  /// Returns the names of the aggregates that do not match the workouts, and corrects them. Must be called on a copy.
  ///
  /// - Parameter onWorkout: See ``recompute(onWorkout:)``.
  /// - Throws: The errors of ``recompute(onWorkout:)``.
  func incorrectAggregates(
    onWorkout: (_ number: Int64, _ isReadable: Bool) -> Void = { _, _ in }
  ) throws -> [String] {
    for table in AggregateTable.all { try connection.execute(table.copyScript) }
    try recompute(onWorkout: onWorkout)
    return try AggregateTable.all.filter {
      try connection.first($0.differenceQuery) { _ in true } ?? false
    }
    .map(\.name)
  }
}

/// A table, or some columns of a table, computed from the workouts alone.
private struct AggregateTable {
  /// The name in messages.
  let name: String
  /// Deletes all rows.
  let clearScript: SQL
  /// Fills the empty table from the workouts and the tables before it in ``all``; `nil` if Swift fills it.
  let fillScript: SQL?
  /// Copies the rows to a temporary table.
  let copyScript: SQL
  /// Returns a row if the copied rows differ from the current ones.
  let differenceQuery: SQL

  static let all = [columns, sets, bests, ranks, periods, streaks]
}

extension AggregateTable {
  /// Columns of `workouts`, which Swift corrects in place.
  private static let columns = AggregateTable(
    name: "days, times and reps",
    clearScript: "SELECT 1",
    fillScript: nil,
    copyScript: """
      CREATE TEMP TABLE previous_columns AS
      SELECT number, day, duration_ms, provenance, reps, counts FROM main.workouts
      """,
    differenceQuery: """
      SELECT 1 FROM (
        SELECT * FROM temp.previous_columns
        EXCEPT SELECT number, day, duration_ms, provenance, reps, counts FROM main.workouts)
      """)

  /// The sets of workouts in the trash are not recomputed.
  private static let sets = AggregateTable(
    name: "sets of exercises",
    clearScript: """
      DELETE FROM strength_sets
      WHERE workout NOT IN (SELECT id FROM workouts WHERE deleted_at IS NOT NULL)
      """,
    fillScript: nil,
    copyScript: "CREATE TEMP TABLE previous_sets AS SELECT * FROM main.strength_sets",
    differenceQuery: """
      SELECT 1 FROM (SELECT * FROM temp.previous_sets EXCEPT SELECT * FROM main.strength_sets)
      UNION ALL
      SELECT 1 FROM (SELECT * FROM main.strength_sets EXCEPT SELECT * FROM temp.previous_sets)
      """)

  /// Scores are computed in Swift. If two bests are equal, either may be recorded.
  private static let bests = AggregateTable(
    name: "bests",
    clearScript: "DELETE FROM bests",
    fillScript: nil,
    copyScript: """
      CREATE TEMP TABLE previous_bests AS
      SELECT challenge, week, person, rank_key, achieved_at FROM main.bests
      """,
    differenceQuery: """
      SELECT 1 FROM (
        SELECT * FROM temp.previous_bests
        EXCEPT SELECT challenge, week, person, rank_key, achieved_at FROM main.bests)
      UNION ALL
      SELECT 1 FROM (
        SELECT challenge, week, person, rank_key, achieved_at FROM main.bests
        EXCEPT SELECT * FROM temp.previous_bests)
      """)

  private static let ranks = AggregateTable(
    name: "places on leaderboards",
    clearScript: "DELETE FROM score_counts",
    fillScript: """
      INSERT INTO score_counts (challenge, week, shift, bucket, people)
      SELECT challenge, week, column1, rank_key >> column1, count(*)
      FROM (VALUES (0), (8), (16), (24), (32)) CROSS JOIN bests GROUP BY 1, 2, 3, 4
      """,
    copyScript: "CREATE TEMP TABLE previous_score_counts AS SELECT * FROM main.score_counts",
    differenceQuery: """
      SELECT 1 FROM (SELECT * FROM temp.previous_score_counts EXCEPT SELECT * FROM main.score_counts)
      UNION ALL
      SELECT 1 FROM (SELECT * FROM main.score_counts EXCEPT SELECT * FROM temp.previous_score_counts)
      """)

  /// Calendar 8 has a row per day, and calendar 0 a single row. Calendars 1, 6 and 7 have rows for the weeks that
  /// begin on Monday, Saturday and Sunday. A week's number is (day + offset) / 7; the offset is 1970-01-01's weekday,
  /// counted from the first day of the week, plus a multiple of 7, because SQL's division rounds toward zero.
  private static let periods = AggregateTable(
    name: "days and weeks",
    clearScript: "DELETE FROM periods",
    fillScript: """
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 8, day, count(*), sum(reps), sum(duration_ms) FROM workouts
      WHERE deleted_at IS NULL AND counts = 1 GROUP BY person, day;
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 1, (number + 1400003) / 7, sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1, 3;
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 6, (number + 1399998) / 7, sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1, 3;
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 7, (number + 1399997) / 7, sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1, 3;
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 0, 0, sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1
      """,
    copyScript: "CREATE TEMP TABLE previous_periods AS SELECT * FROM main.periods",
    differenceQuery: """
      SELECT 1 FROM (SELECT * FROM temp.previous_periods EXCEPT SELECT * FROM main.periods)
      UNION ALL
      SELECT 1 FROM (SELECT * FROM main.periods EXCEPT SELECT * FROM temp.previous_periods)
      """)

  private static let streaks = AggregateTable(
    name: "streaks",
    clearScript: "DELETE FROM runs",
    // Within a streak, the difference between a period's number and its row number is constant, and it differs
    // between streaks.
    fillScript: """
      INSERT INTO runs (person, calendar, last, first)
      SELECT person, calendar, max(number), min(number) FROM (
        SELECT person, calendar, number,
          number - row_number() OVER (PARTITION BY person, calendar ORDER BY number) AS island
        FROM periods WHERE calendar > 0)
      GROUP BY person, calendar, island
      """,
    copyScript: "CREATE TEMP TABLE previous_runs AS SELECT * FROM main.runs",
    differenceQuery: """
      SELECT 1 FROM (SELECT * FROM temp.previous_runs EXCEPT SELECT * FROM main.runs)
      UNION ALL
      SELECT 1 FROM (SELECT * FROM main.runs EXCEPT SELECT * FROM temp.previous_runs)
      """)
}
