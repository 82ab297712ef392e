import FoundationEssentials
import Models
import SQLite

/// What each person has done, added up by days, weeks and in all.
public struct StatisticsStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Returns what a person has done, added up.
  ///
  /// A workout's day is the one on the wall where and when it was done, and is kept with it: a journey does not
  /// move last year's workouts to other days.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n) in the workouts that are kept: what is added up is kept by days and weeks.
  package func summary(
    of name: PersonName, at now: Date, weekStart: Settings.WeekStart
  ) throws -> TrainingSummary {
    var summary = TrainingSummary()
    let today = now.localDay
    let thisWeek = weekStart.firstDay(ofWeekWith: today)
    let firstDay = thisWeek - Int64(TrainingSummary.weekCount - 1) * 7
    summary.today = today
    try connection.read {
      // No person has the number 0: who has done nothing has empty weeks.
      let person = try PersonStore(connection).number(of: name) ?? 0
      try addTotals(of: person, to: &summary)
      summary.dayStreak = try streak(of: person, in: .days, today: today)
      summary.weekStreak = try streak(of: person, in: .weeks(weekStart), today: today)
      summary.weeks = try weeks(of: person, in: .weeks(weekStart), from: firstDay)
      summary.days = try days(of: person, from: firstDay)
      summary.records = try records(of: person)
    }
    return summary
  }

  private func addTotals(of person: Int64, to summary: inout TrainingSummary) throws {
    try connection.first(
      """
      SELECT workouts, reps, duration_ms FROM periods
      WHERE person = ? AND calendar = 0 AND number = 0
      """, .integer(person)
    ) { row in
      summary.workouts = row.count(0)
      summary.reps = row.count(1)
      summary.duration = row.duration(2)
    }
  }

  private func weeks(
    of person: Int64, in calendar: PeriodCalendar, from firstDay: Int64
  ) throws -> [TrainingSummary.CalendarWeek] {
    var weeks = (0..<TrainingSummary.weekCount).map {
      TrainingSummary.CalendarWeek(
        firstDay: firstDay + Int64($0) * 7, reps: 0, duration: .zero)
    }
    let first = calendar.period(of: firstDay)
    _ = try connection.all(
      """
      SELECT number, reps, duration_ms FROM periods
      WHERE person = ? AND calendar = ? AND number BETWEEN ? AND ?
      """, .integer(person), .integer(calendar.number), .integer(first),
      .integer(first + Int64(weeks.count) - 1)
    ) { row in
      let week = Int(row.integer(0) - first)
      weeks[week].reps = row.count(1)
      weeks[week].duration = row.duration(2)
    }
    return weeks
  }

  private func days(of person: Int64, from firstDay: Int64) throws -> [TrainingSummary.Day] {
    try connection.all(
      """
      SELECT number, workouts, duration_ms FROM periods
      WHERE person = ? AND calendar = 8 AND number >= ? ORDER BY number
      """, .integer(person), .integer(firstDay)
    ) { row in
      TrainingSummary.Day(
        number: row.day(0), workouts: row.count(1),
        duration: row.duration(2))
    }
  }

  private func records(of person: Int64) throws -> [TrainingSummary.Record] {
    try connection.all(
      """
      SELECT challenge, achieved_at, reps, duration_ms, rank_key FROM bests
      WHERE person = ? AND week = 0 ORDER BY achieved_at DESC
      """, .integer(person)
    ) { row in
      TrainingSummary.Record(
        challenge: Challenge.ID(rawValue: row.text(0)), score: row.score(2),
        achievedAt: row.date(1))
    }
  }
}
