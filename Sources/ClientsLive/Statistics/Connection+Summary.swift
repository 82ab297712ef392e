import FoundationEssentials
import Models

extension Connection {
  /// What a person has done, added up.
  ///
  /// A workout's day is the one on the wall where and when it was done, and is kept with it: a journey does not
  /// move last year's workouts to other days.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the person's workouts, along an index that has all that is asked for.
  func summary(
    of name: PersonName, at now: Date, weekStart: Settings.WeekStart
  ) throws -> TrainingSummary {
    var summary = TrainingSummary()
    summary.today = LocalTime(now).date.daysSince1970
    let thisWeek = weekStart.firstDay(ofWeekWith: summary.today)
    let firstWeek = thisWeek - Int64(TrainingSummary.weekCount - 1) * 7
    try read {
      // No person has the number 0: who has done nothing has empty weeks.
      let person = try person(name) ?? 0
      try addTotals(of: person, to: &summary)
      try addStreaks(of: person, weekStart: weekStart, to: &summary)
      summary.weeks = try weeks(of: person, from: firstWeek, through: thisWeek)
      summary.days = try days(of: person, from: firstWeek)
      summary.records = try records(of: person)
    }
    return summary
  }

  private func addTotals(of person: Int64, to summary: inout TrainingSummary) throws {
    try first(
      """
      SELECT count(*), sum(reps), sum(duration_ms) FROM workouts
      WHERE person = ? AND deleted_at IS NULL
      """, .integer(person)
    ) { row in
      summary.workouts = Int(row.integer(0))
      summary.reps = Int(row.integer(1))
      summary.duration = .milliseconds(row.integer(2))
    }
  }

  private func weeks(
    of person: Int64, from firstWeek: Int64, through thisWeek: Int64
  ) throws -> [TrainingSummary.CalendarWeek] {
    try all(
      """
      WITH RECURSIVE weeks (day) AS (
        SELECT ?2 UNION ALL SELECT day + 7 FROM weeks WHERE day < ?3
      )
      SELECT day,
        (SELECT sum(reps) FROM workouts WHERE person = ?1 AND deleted_at IS NULL
          AND day BETWEEN weeks.day AND weeks.day + 6),
        (SELECT sum(duration_ms) FROM workouts WHERE person = ?1 AND deleted_at IS NULL
          AND day BETWEEN weeks.day AND weeks.day + 6)
      FROM weeks
      """, .integer(person), .integer(firstWeek), .integer(thisWeek)
    ) { row in
      TrainingSummary.CalendarWeek(
        firstDay: row.integer(0), reps: Int(row.integer(1)),
        duration: .milliseconds(row.integer(2)))
    }
  }

  private func days(of person: Int64, from firstDay: Int64) throws -> [TrainingSummary.Day] {
    try all(
      """
      SELECT day, count(*), sum(duration_ms) FROM workouts
      WHERE person = ? AND deleted_at IS NULL AND day >= ? GROUP BY day ORDER BY day
      """, .integer(person), .integer(firstDay)
    ) { row in
      TrainingSummary.Day(
        number: row.integer(0), workouts: Int(row.integer(1)),
        duration: .milliseconds(row.integer(2)))
    }
  }

  private func records(of person: Int64) throws -> [TrainingSummary.Record] {
    let records = try all(
      """
      SELECT challenge, achieved_at, reps, duration_ms, rank_key FROM bests
      WHERE person = ? AND week = 0
      """, .integer(person)
    ) { row in
      TrainingSummary.Record(
        challenge: Challenge.ID(rawValue: row.text(0)), score: row.score(2),
        achievedAt: Date(millisecondsSince1970: row.integer(1)))
    }
    return records.sorted { $0.achievedAt > $1.achievedAt }
  }
}

extension Workout {
  /// The local day it began on, counted from 1970-01-01.
  var localDay: Int64 { LocalTime(startedAt).date.daysSince1970 }
}
