import FoundationEssentials
import Models
import SQLite

extension Row {
  /// - Throws: ``DatabaseError`` with the reason `corrupt` when the bytes are no log.
  func repLog(_ column: Int32) throws -> RepLog {
    guard let log = withBytes(column, { RepLog(bytes: $0) }) else {
      throw damaged("a rep log that cannot be read")
    }
    return log
  }

  /// Seven columns from `first` on: id, challenge, started_at, duration_ms, rep_log, the person's name, and the note. They
  /// are the last of a statement, so that one more moves none of the others.
  ///
  /// A note that is not one that Ladder writes is cleaned and cut as one that is typed.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  func workout(_ first: Int32 = 0) throws -> Workout {
    Workout(
      id: try uuid(first), challenge: Challenge.ID(rawValue: text(first + 1)),
      user: PersonName.displayable(text(first + 5)), startedAt: date(first + 2),
      duration: duration(first + 3),
      log: try repLog(first + 4),
      note: isNull(first + 6) ? nil : WorkoutNote(text(first + 6)))
  }

  /// Three columns from `first` on: reps, duration_ms, rank_key.
  func score(_ first: Int32) -> Score {
    Score(
      reps: count(first), duration: duration(first + 1), rankKey: integer(first + 2))
  }
}
