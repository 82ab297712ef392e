import Clients
import FoundationEssentials
import Models
import SQLite

extension StatisticsStore {
  /// Returns the progress of a person's goal in the current week; `nil` without a goal.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: As ``summary(of:at:_:)``.
  package func progress(
    of name: PersonName, at now: Date, _ settings: Settings
  ) throws -> GoalProgress? {
    guard let goal = settings.goal else { return nil }
    return GoalProgress(goal, in: try summary(of: name, at: now, SummaryRequest(settings)))
  }

  /// Returns the reps of a goal's exercise in a week: those of ranked workouts, and of work sets with weights.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(k) for k workouts in the week.
  func exerciseReps(of person: Int64, for goal: WeekGoal.Unit, in week: Week) throws -> Int {
    let catalogue = try ChallengeStore(connection).catalogue()
    let strength = StrengthStore(connection)
    let aliases = try strength.aliases(of: person)
    // A day more on both sides, because the day of a workout is that of its place.
    let start = (week.firstDay - 1) * 86_400_000
    let end = (week.lastDay + 2) * 86_400_000
    let workouts = try connection.all(
      """
      SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log,
        w.provenance, w.pause_log, w.figures, w.utc_offset
      FROM workouts w JOIN people p ON p.id = w.person
      WHERE w.person = ? AND w.deleted_at IS NULL AND w.started_at BETWEEN ? AND ?
        AND w.day BETWEEN ? AND ?
      """, .integer(person), .integer(start), .integer(end), .integer(week.firstDay),
      .integer(week.lastDay)
    ) { try $0.workout() }
    return try workouts.reduce(0) { sum, workout in
      if workout.challenge == .strength {
        return try strength.sets(of: workout.id).reduce(sum) { sum, performed in
          !performed.set.isWarmUp && goal.includes(performed.exercise, aliases)
            ? sum + performed.set.reps : sum
        }
      }
      guard
        let challenge = catalogue[workout.challenge], workout.isEligible(in: challenge)
      else { return sum }
      return sum + challenge.reps(in: workout) { goal.includes($0, aliases) }
    }
  }
}
