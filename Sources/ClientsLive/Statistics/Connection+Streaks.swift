import Models

extension Connection {
  /// Adds the runs of days and of weeks without a gap.
  ///
  /// In a run the number of a day grows as its place among all days does, so that the difference of the two is the
  /// same for the whole run and for no other.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the person's workouts, along an index, and O(d · log d) in the days they were done on.
  func addStreaks(
    of person: Int64, weekStart: Settings.WeekStart, to summary: inout TrainingSummary
  ) throws {
    // Day 0 was a Thursday. The weeks are there for days before it, since SQL divides toward zero.
    let toWeeks = 4 - Int64(weekStart.weekday) + 7 * 200_000
    _ = try all(
      """
      WITH done (day) AS (
        SELECT DISTINCT day FROM workouts WHERE person = ?1 AND deleted_at IS NULL
      ), periods (length, number, now) AS (
        SELECT 1, day, ?2 FROM done
        UNION ALL
        SELECT DISTINCT 7, (day + ?3) / 7, (?2 + ?3) / 7 FROM done
      ), islands (length, number, now, island) AS (
        SELECT length, number, now,
          number - row_number() OVER (PARTITION BY length ORDER BY number)
        FROM periods
      ), runs (length, size, goes_on) AS (
        SELECT length, count(*), max(number) >= now - 1 FROM islands GROUP BY length, island
      )
      SELECT length, max(size) FILTER (WHERE goes_on), max(size) FROM runs GROUP BY length
      """, .integer(person), .integer(summary.today), .integer(toWeeks)
    ) { row in
      let streak = Streak(current: Int(row.integer(1)), longest: Int(row.integer(2)))
      if row.integer(0) == 1 { summary.dayStreak = streak } else { summary.weekStreak = streak }
    }
  }
}
