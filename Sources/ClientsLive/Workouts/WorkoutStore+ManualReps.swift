import Models
import SQLite

extension WorkoutStore {
  /// Removes the times from the logs of workouts with evenly spaced reps.
  ///
  /// Before version 6, typed reps were stored with evenly spaced times, which no person produces. Logs of one or
  /// two reps are kept, because those may be real.
  ///
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: O(r) in the reps of all workouts.
  func removeEvenlySpacedInstants() throws {
    try connection.write {
      let typed = try connection.all("SELECT number, duration_ms, rep_log FROM workouts") { row in
        row.withBytes(2) { RepLog(bytes: $0) }.flatMap { log in
          log.isSpreadEvenly(over: row.duration(1))
            ? (number: row.integer(0), log: RepLog(manualReps: log.reps)) : nil
        }
      }
      for case .some((let number, let log?)) in typed {
        try connection.run(
          "UPDATE workouts SET rep_log = ? WHERE number = ?", .bytes(log.bytes), .integer(number))
      }
    }
  }
}

extension RepLog {
  /// Returns whether there are at least three reps, evenly spaced to the millisecond with the last one at the end.
  ///
  /// - Complexity: O(n).
  fileprivate func isSpreadEvenly(over duration: Duration) -> Bool {
    let end = duration.wholeMilliseconds
    return count >= 3
      && milliseconds.enumerated().allSatisfy { index, instant in
        Int64(instant) == end * Int64(index + 1) / Int64(count)
      }
  }
}
