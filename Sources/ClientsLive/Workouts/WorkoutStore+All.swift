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

  /// Calls `body` for each workout that is not in the trash, with `nil` for one that cannot be read.
  ///
  /// - Parameter hasProvenance: Whether there is a column with the provenance, as there is since version 11.
  func forEach(
    hasProvenance: Bool = true,
    _ body: (_ number: Int64, (workout: Workout, person: Int64, day: Int64)?) throws -> Void
  ) throws {
    var last: Int64 = .min
    while true {
      let page = try connection.all(
        hasProvenance ? Self.nextWorkouts : Self.nextOldWorkouts, .integer(last)
      ) { row in
        (
          number: row.integer(0),
          read: (try? row.workout(4)).flatMap { workout in
            [workout.reps, workout.countedReps].contains(row.count(2))
              ? (workout, row.integer(1), row.day(3)) : nil
          }
        )
      }
      for (number, read) in page { try body(number, read) }
      guard let end = page.last else { return }
      last = end.number
    }
  }

  /// The logs of skipped rounds and pauses aren't read, because nothing depends on them.
  private static var nextWorkouts: SQL {
    """
    SELECT w.number, w.person, w.reps, w.day,
      w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, NULL, w.provenance,
      NULL, NULL
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
