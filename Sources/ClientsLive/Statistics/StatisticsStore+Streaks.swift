import Models

extension StatisticsStore {
  /// Returns a person's current and longest streaks of periods.
  ///
  /// - Parameters:
  ///   - training: The days on which the person trains; all for weeks.
  ///   - today: The current local day, counted from 1970-01-01.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(r) in the stored runs of periods.
  func streak(
    of person: Int64, in calendar: PeriodCalendar, _ training: TrainingDays = .all, today: Int64
  ) throws -> Streak {
    let runs = try connection.all(
      "SELECT first, last FROM runs WHERE person = ? AND calendar = ? ORDER BY last",
      .integer(person), .integer(calendar.number)
    ) { (first: $0.day(0), last: $0.day(1)) }
    return Streak(of: runs, training: training, today: calendar.period(of: today))
  }
}
