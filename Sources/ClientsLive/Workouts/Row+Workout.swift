import FoundationEssentials
import Models
import SQLite

extension Row {
  /// Reads a rep log.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt` if the bytes are not a valid log.
  func repLog(_ column: Int32) throws -> RepLog {
    guard let log = withBytes(column, { RepLog(bytes: $0) }) else {
      throw corruptionError("a rep log that cannot be read")
    }
    return log
  }

  /// Reads the log of skipped rounds. One that cannot be read is empty, because the reps do not depend on it.
  func skipLog(_ column: Int32) -> SkipLog {
    withBytes(column) { SkipLog(bytes: $0) } ?? SkipLog()
  }

  /// Reads the log of pauses. One that cannot be read is empty, because the score does not depend on it.
  func pauseLog(_ column: Int32) -> PauseLog {
    withBytes(column) { PauseLog(bytes: $0) } ?? PauseLog()
  }

  /// Reads twelve columns from `first`: id, challenge, started_at, duration_ms, rep_log, the person's name, the note,
  /// skip_log, provenance, pause_log, figures and utc_offset. They are the last of a statement, so that a new column does not shift the others.
  ///
  /// A note that Ladder did not write is cleaned and truncated like typed text.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  func workout(_ first: Int32 = 0) throws -> Workout {
    Workout(
      id: try uuid(first), challenge: Challenge.ID(rawValue: text(first + 1)),
      user: PersonName.displayable(text(first + 5)), startedAt: date(first + 2),
      utcOffset: utcOffset(first + 11), duration: duration(first + 3),
      log: try repLog(first + 4), skips: skipLog(first + 7), pauses: pauseLog(first + 9),
      note: isNull(first + 6) ? nil : WorkoutNote(text(first + 6)),
      figures: WorkoutFigures(text: text(first + 10)), provenance: provenance(first + 8))
  }

  func provenance(_ column: Int32) -> Workout.Provenance {
    Workout.Provenance(rawValue: integer(column))
  }

  /// Reads three columns from `first`: reps, duration_ms, rank_key.
  func score(_ first: Int32) -> Score {
    Score(
      reps: count(first), duration: duration(first + 1), rankKey: integer(first + 2))
  }
}

extension SQLValue {
  static func provenance(_ provenance: Workout.Provenance) -> SQLValue {
    .integer(provenance.rawValue)
  }

  /// The stored form of a log of skipped rounds: `NULL` for an empty one.
  static func skipLog(_ skips: SkipLog) -> SQLValue {
    skips.isEmpty ? .null : .bytes(skips.bytes)
  }

  /// The stored form of a log of pauses: `NULL` for an empty one.
  static func pauseLog(_ pauses: PauseLog) -> SQLValue {
    pauses.isEmpty ? .null : .bytes(pauses.bytes)
  }

  /// The stored form of figures: `NULL` for none.
  static func figures(_ figures: WorkoutFigures) -> SQLValue {
    figures.isEmpty ? .null : .text(figures.text)
  }
}
