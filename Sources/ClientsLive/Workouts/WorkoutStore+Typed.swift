import Models
import SQLite

extension WorkoutStore {
  /// Makes the log typed of every workout whose reps lie as evenly as only a program spreads them.
  ///
  /// Before version 6, reps that were typed in had such instants. Logs of one or two reps are kept as they are: a
  /// person can have done those.
  ///
  /// - Throws: ``DatabaseError``; nothing was changed then.
  /// - Complexity: O(r) in the reps of all workouts.
  func removeInventedInstants() throws {
    try connection.write {
      let typed = try connection.all("SELECT number, duration_ms, rep_log FROM workouts") { row in
        row.withBytes(2) { RepLog(bytes: $0) }.flatMap { log in
          log.isSpreadEvenly(over: row.duration(1))
            ? (number: row.integer(0), log: RepLog(typedReps: log.reps)) : nil
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
  /// Whether there are three reps or more, the last at the end and each to the millisecond where even gaps have it.
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
