import Clients
import FoundationEssentials
import Models
import SQLite

/// A store of each person's totals by day, by week and overall.
public struct StatisticsStore {
  let connection: Connection

  /// Creates the store of an open Ladder database.
  public init(_ connection: Connection) { self.connection = connection }

  /// Returns a summary of a person's training.
  ///
  /// The day of a workout is the local day at the time and place of the workout and is stored with it, so traveling
  /// to another time zone changes no days.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n) in the workouts, and O(r) in the streaks; totals are stored by day and week. A goal of an exercise reads the workouts
  ///   of this week.
  package func summary(
    of name: PersonName, at now: Date, _ request: SummaryRequest = SummaryRequest()
  ) throws -> TrainingSummary {
    var summary = TrainingSummary()
    let weekStart = request.weekStart
    let today = now.localDay
    let thisWeek = weekStart.firstDay(ofWeekWith: today)
    let firstDay = thisWeek - Int64(TrainingSummary.weekCount - 1) * 7
    summary.today = today
    try connection.read {
      // No person has the number 0, so the queries return nothing.
      let person = try PersonStore(connection).rowID(of: name) ?? 0
      try addTotals(of: person, to: &summary)
      summary.dayStreak = try streak(
        of: person, in: .days, request.trainingDays, today: today)
      summary.weekStreak = try streak(of: person, in: .weeks(weekStart), today: today)
      summary.weeks = try weeks(of: person, in: .weeks(weekStart), from: firstDay)
      summary.days = try days(of: person, from: firstDay)
      if let unit = request.goal?.unit, case .exercise = unit {
        summary.exerciseReps = try exerciseReps(
          of: person, for: unit, in: Week(of: today, startingOn: weekStart))
      }
      summary.records = try records(of: person)
      summary.figures = try figures(of: person)
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
      summary.workoutCount = row.count(0)
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
      SELECT number, reps, duration_ms, workouts FROM periods
      WHERE person = ? AND calendar = ? AND number BETWEEN ? AND ?
      """, .integer(person), .integer(calendar.number), .integer(first),
      .integer(first + Int64(weeks.count) - 1)
    ) { row in
      let week = Int(row.integer(0) - first)
      weeks[week].reps = row.count(1)
      weeks[week].duration = row.duration(2)
      weeks[week].workoutCount = row.count(3)
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
        number: row.day(0), workoutCount: row.count(1),
        duration: row.duration(2))
    }
  }

  private func figures(of person: Int64) throws -> [TrainingSummary.DatedFigures] {
    try connection.all(
      """
      SELECT started_at, day, figures FROM workouts INDEXED BY workouts_with_figures
      WHERE person = ? AND figures IS NOT NULL AND deleted_at IS NULL AND counts = 1
      ORDER BY started_at DESC, id DESC LIMIT ?
      """, .integer(person), .integer(Int64(TrainingSummary.maxFigureCount))
    ) { row in
      TrainingSummary.DatedFigures(
        startedAt: row.date(0), day: CivilDate(daysSince1970: row.day(1)),
        figures: WorkoutFigures(text: row.text(2)))
    }.reversed()
  }

  private func records(of person: Int64) throws -> [TrainingSummary.Record] {
    try connection.all(
      """
      SELECT challenge, achieved_at, reps, duration_ms, rank_key FROM bests
      WHERE person = ? AND week = 0 AND rank_key <= ? ORDER BY achieved_at DESC
      """, .integer(person), .integer(Score.maxCompleteRankKey)
    ) { row in
      TrainingSummary.Record(
        challenge: Challenge.ID(rawValue: row.text(0)), score: row.score(2),
        achievedAt: row.date(1))
    }
  }
}
