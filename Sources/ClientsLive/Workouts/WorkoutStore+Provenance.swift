import Models
import SQLite

extension WorkoutStore {
  /// Stores the provenance of workouts of versions that did not, as far as it can be derived from them.
  ///
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: O(n) in the workouts.
  func deriveProvenance() throws {
    try connection.write {
      let typed = try connection.all(
        "SELECT number, started_at, duration_ms, rep_log FROM workouts"
      ) { row in
        row.withBytes(3) { RepLog(bytes: $0) }.flatMap { log in
          Workout.derivedProvenance(
            startedAt: row.date(1), duration: row.duration(2), log: log) == .typed
            ? row.integer(0) : nil
        }
      }
      for case let number? in typed {
        try connection.run(
          "UPDATE workouts SET provenance = ? WHERE number = ?", .provenance(.typed),
          .integer(number))
      }
    }
  }
}
