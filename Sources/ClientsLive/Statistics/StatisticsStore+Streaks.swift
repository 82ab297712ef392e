import Models

extension StatisticsStore {
  /// Returns a person's current and longest streaks of periods.
  ///
  /// A current streak reaches the current period or the one before it, because the current one is not over.
  ///
  /// - Parameter today: The current local day, counted from 1970-01-01.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n) in the stored streaks.
  func streak(of person: Int64, in calendar: PeriodCalendar, today: Int64) throws -> Streak {
    let longest = try connection.first(
      """
      SELECT last - first FROM runs WHERE person = ? AND calendar = ?
      ORDER BY last - first DESC LIMIT 1
      """, .integer(person), .integer(calendar.number)
    ) { $0.count(0) + 1 }
    let current = try connection.first(
      """
      SELECT max(last - first) FROM runs WHERE person = ? AND calendar = ? AND last >= ?
      """, .integer(person), .integer(calendar.number),
      .integer(calendar.period(of: today) - 1)
    ) { $0.isNull(0) ? 0 : $0.count(0) + 1 }
    return Streak(current: current ?? 0, longest: longest ?? 0)
  }
}
