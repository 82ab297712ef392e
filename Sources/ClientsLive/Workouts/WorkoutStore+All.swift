import Clients
import FoundationEssentials
import Models
import SQLite

extension WorkoutStore {
  /// Returns the numbers of the workouts with values that no version of the program writes.
  ///
  /// - Throws: ``DatabaseError``.
  func unreadableWorkouts(limit: Int) throws -> [String] {
    var found: [String] = []
    try forEach { number, workout in
      if workout == nil, found.count < limit { found.append("number \(number)") }
    }
    return found
  }

  /// Counts the reps of the workouts of a challenge again, also of those in the trash.
  ///
  /// - Throws: ``DatabaseError``. Must be called in a transaction.
  /// - Complexity: O(n) in the workouts and their reps.
  func recountReps(in challenge: Challenge) throws {
    let workouts = try connection.all(
      """
      SELECT w.number,
        w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, '', w.note, w.skip_log, w.provenance,
        w.pause_log, w.figures
      FROM workouts w WHERE w.challenge = ?
      """, .text(challenge.id.rawValue)
    ) { (number: $0.integer(0), workout: try? $0.workout(1)) }
    for case (let number, let workout?) in workouts {
      try connection.run(
        "UPDATE workouts SET reps = ?1 WHERE number = ?2 AND reps <> ?1",
        .integer(Int64(workout.countedReps(in: challenge.routine))), .integer(number))
    }
  }

  /// Calls `body` for each workout that is not in the trash, with `nil` for one that cannot be read.
  ///
  /// - Parameter hasProvenance: Whether there is a column with the provenance, as there is since version 11.
  func forEach(
    hasProvenance: Bool = true,
    _ body: (_ number: Int64, (workout: Workout, person: Int64, day: Int64)?) throws -> Void
  ) throws {
    let challenges = ChallengeStore(connection)
    var last: Int64 = .min
    while true {
      let page = try connection.all(
        hasProvenance ? Self.nextWorkouts : Self.nextOldWorkouts, .integer(last)
      ) { row in
        (
          number: row.integer(0),
          read: (try? row.workout(4)).flatMap { workout in
            [workout.reps, workout.countedReps(in: nil)].contains(row.count(2))
              || (try? row.count(2) == challenges.countedReps(of: workout)) == true
              ? (workout, row.integer(1), row.day(3)) : nil
          }
        )
      }
      for (number, read) in page { try body(number, read) }
      guard let end = page.last else { return }
      last = end.number
    }
  }

  /// Pauses aren't read, because nothing depends on them.
  private static var nextWorkouts: SQL {
    """
    SELECT w.number, w.person, w.reps, w.day,
      w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log,
      w.provenance, NULL, NULL
    FROM workouts w JOIN people p ON p.id = w.person
    WHERE w.number > ? AND w.deleted_at IS NULL ORDER BY w.number LIMIT 500
    """
  }

  private static var nextOldWorkouts: SQL {
    """
    SELECT w.number, w.person, w.reps, w.day,
      w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, NULL, 0, NULL, NULL
    FROM workouts w JOIN people p ON p.id = w.person
    WHERE w.number > ? AND w.deleted_at IS NULL ORDER BY w.number LIMIT 500
    """
  }
}
