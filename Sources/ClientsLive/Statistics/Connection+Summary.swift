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
  func summary(of name: PersonName, at now: Date) throws -> TrainingSummary {
    var summary = TrainingSummary()
    summary.today = LocalTime(now).date.daysSince1970
    try read {
      guard let person = try person(name) else { return }
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
      summary.days = try all(
        """
        SELECT day, count(*), sum(duration_ms) FROM workouts
        WHERE person = ? AND deleted_at IS NULL GROUP BY day ORDER BY day
        """, .integer(person)
      ) { row in
        TrainingSummary.Day(
          number: row.integer(0), workouts: Int(row.integer(1)),
          duration: .milliseconds(row.integer(2)))
      }
      summary.records = try all(
        """
        SELECT challenge, achieved_at, reps, duration_ms, rank_key FROM bests
        WHERE person = ? AND week = 0
        """, .integer(person)
      ) { row in
        TrainingSummary.Record(
          challenge: Challenge.ID(rawValue: row.text(0)), score: row.score(2),
          achievedAt: Date(millisecondsSince1970: row.integer(1)))
      }
    }
    summary.records.sort { $0.achievedAt > $1.achievedAt }
    return summary
  }
}

extension Workout {
  /// The local day it began on, counted from 1970-01-01.
  var localDay: Int64 { LocalTime(startedAt).date.daysSince1970 }
}
