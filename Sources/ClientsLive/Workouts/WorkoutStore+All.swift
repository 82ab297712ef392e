import Clients
import FoundationEssentials
import Models
import SQLite

extension WorkoutStore {
  /// Computes the totals of the workouts of a challenge again, also of those in the trash.
  ///
  /// - Throws: ``DatabaseError``. Must be called in a transaction.
  /// - Complexity: O(n) in the workouts and their reps.
  func recomputeTotals(in challenge: Challenge) throws {
    let workouts = try connection.all(
      """
      SELECT w.number,
        w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, '', w.note, w.skip_log, w.provenance,
        w.pause_log, w.figures, w.utc_offset
      FROM workouts w WHERE w.challenge = ?
      """, .text(challenge.id.rawValue)
    ) { (number: $0.integer(0), workout: try? $0.workout(1)) }
    for case (let number, let workout?) in workouts {
      try store(WorkoutTotals(of: workout, in: challenge), of: number)
    }
  }

  /// Stores what a workout adds to totals.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n).
  func store(_ totals: WorkoutTotals, of number: Int64) throws {
    try connection.run(
      """
      UPDATE workouts SET reps = ?1, counts = ?2 WHERE number = ?3 AND (reps, counts) <> (?1, ?2)
      """, .integer(Int64(totals.reps)), .integer(totals.counts ? 1 : 0), .integer(number))
  }

  /// Calls `body` for each workout that is not in the trash, with `nil` for one with values that no version of the program
  /// writes. Names of people and pauses aren't read, because nothing depends on them.
  ///
  /// - Complexity: O(n) in the workouts and their reps.
  func forEach(
    _ body: (_ number: Int64, (workout: Workout, person: Int64)?) throws -> Void
  ) throws {
    let challenges = ChallengeStore(connection)
    var last: Int64 = .min
    while true {
      let page = try connection.all(
        """
        SELECT w.number, w.person, w.reps, w.day,
          w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, '', w.note, w.skip_log,
          w.provenance, NULL, w.figures, w.utc_offset
        FROM workouts w
        WHERE w.number > ? AND w.deleted_at IS NULL ORDER BY w.number LIMIT 500
        """, .integer(last)
      ) { row in
        (
          number: row.integer(0),
          read: (try? row.workout(4)).flatMap { workout in
            workout.day == row.day(3)
              && ([0, workout.reps].contains(row.count(2))
                || (try? row.count(2) == challenges.totals(of: workout).reps) == true)
              ? (workout, row.integer(1)) : nil
          }
        )
      }
      for (number, read) in page { try body(number, read) }
      guard let end = page.last else { return }
      last = end.number
    }
  }
}
