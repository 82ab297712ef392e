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

  /// Columns: id, challenge, started_at, duration_ms, rep_log, the person's name, and the note.
  ///
  /// A note that is not one that Ladder writes is cleaned and cut as one that is typed.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  func workout() throws -> Workout {
    Workout(
      id: try uuid(0), challenge: Challenge.ID(rawValue: text(1)),
      user: PersonName.displayable(text(5)), startedAt: date(2), duration: duration(3),
      log: try repLog(4), note: isNull(6) ? nil : WorkoutNote(text(6)))
  }

  /// Three columns from `first` on: reps, duration_ms, rank_key.
  func score(_ first: Int32) -> Score {
    Score(
      reps: count(first), duration: duration(first + 1), rankKey: integer(first + 2))
  }
}
