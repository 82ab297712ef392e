import FoundationEssentials
import Models
import SQLite

/// A store of unfinished workouts, running or abandoned.
public struct UnfinishedStore {
  let connection: Connection

  /// Creates the store of an open Ladder database.
  public init(_ connection: Connection) { self.connection = connection }

  /// Saves the current state of an unfinished workout.
  ///
  /// A draft that is older than the saved one is ignored, because two requests may arrive in either order. So is a
  /// draft of a finished workout.
  ///
  /// - Parameters:
  ///   - owner: The process that runs the workout.
  ///   - now: The time of the draft by the wall clock.
  /// - Throws: ``DatabaseError``.
  package func checkpoint(
    _ draft: WorkoutDraft, by name: PersonName, owner: ProcessIdentity = .current,
    at now: Date = Date()
  ) throws {
    try connection.write {
      let person = try PersonStore(connection).findOrCreateRowID(of: name)
      try connection.run(
        """
        INSERT INTO unfinished
          (id, person, challenge, started_at, elapsed_ms, rep_log, owner, purpose, ghost, ghost_log,
          kept_at, is_paused, skip_log, provenance, pause_log, utc_offset)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16
        WHERE NOT EXISTS (SELECT 1 FROM workouts WHERE id = ?1)
        ON CONFLICT (id) DO UPDATE SET
          elapsed_ms = excluded.elapsed_ms, rep_log = excluded.rep_log, owner = excluded.owner,
          kept_at = excluded.kept_at, is_paused = excluded.is_paused,
          skip_log = excluded.skip_log, provenance = excluded.provenance,
          pause_log = excluded.pause_log
        WHERE excluded.elapsed_ms >= elapsed_ms
        """,
        .uuid(draft.id), .integer(person), .text(draft.challenge.rawValue),
        .integer(draft.startedAt.millisecondsSince1970), .integer(draft.storedMilliseconds),
        .bytes(draft.log.bytes), .text(owner.text),
        .text(draft.purpose?.text),
        .text(draft.ghost?.name),
        draft.ghost.map { .bytes($0.log.bytes) } ?? .null,
        .integer(now.millisecondsSince1970), .integer(draft.isPaused ? 1 : 0),
        .skipLog(draft.skips), .provenance(draft.provenance), .pauseLog(draft.pauses),
        .integer(Int64(draft.utcOffset)))
      if connection.changedRowCount > 0, draft.challenge == .strength {
        try StrengthStore(connection).save(draft.sets, of: draft.id, by: person)
      }
    }
  }

  /// Deletes an unfinished workout, if it exists.
  ///
  /// - Throws: ``DatabaseError``.
  func discard(_ id: Workout.ID) throws {
    try connection.write { try connection.run("DELETE FROM unfinished WHERE id = ?", .uuid(id)) }
  }

  /// Returns a person's unfinished workouts that no running process owns, newest first.
  ///
  /// - Throws: ``DatabaseError``.
  func abandoned(of name: PersonName, by current: ProcessIdentity = .current) throws
    -> [WorkoutDraft]
  {
    // Cached, because one process may have left many workouts.
    var isAbandoned = [current: true]
    return try all(of: name) { owner in
      let answer = isAbandoned[owner] ?? !owner.isKnownToBeRunning
      isAbandoned[owner] = answer
      return answer
    }
  }

  /// Returns a person's unfinished workouts, newest first.
  ///
  /// - Parameter isIncluded: Returns whether to include the workouts of a process.
  /// - Throws: ``DatabaseError``.
  func all(
    of name: PersonName, where isIncluded: (ProcessIdentity) -> Bool = { _ in true }
  ) throws -> [WorkoutDraft] {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return [] }
      return try connection.all(
        """
        SELECT id, challenge, started_at, elapsed_ms, rep_log, coalesce(owner, ''), purpose,
          ghost, ghost_log, skip_log, provenance, pause_log, utc_offset
        FROM unfinished WHERE person = ? ORDER BY started_at DESC
        """, .integer(person)
      ) { row -> WorkoutDraft? in
        guard isIncluded(ProcessIdentity(text: row.text(5))) else { return nil }
        let id = try row.uuid(0)
        return WorkoutDraft(
          id: id, challenge: Challenge.ID(rawValue: row.text(1)),
          startedAt: row.date(2), utcOffset: row.utcOffset(12),
          duration: max(row.duration(3), lastBeat(of: id)?.elapsed ?? .zero),
          log: try row.repLog(4), skips: row.skipLog(9), pauses: row.pauseLog(11),
          purpose: WorkoutDraft.Purpose(text: row.text(6)),
          ghost: row.isNull(7)
            ? nil : Ghost(name: PersonName.displayable(row.text(7)), log: try row.repLog(8)),
          sets: row.text(1) == Challenge.ID.strength.rawValue
            ? try StrengthStore(connection).sets(of: id) : [],
          provenance: row.provenance(10))
      }.compactMap { $0 }
    }
  }

  /// Returns the last beat of a workout in this database, which may be running in another process.
  ///
  /// An in-memory database has no beats: only one process uses it, and the IDs that a script or a test generates
  /// are not unique across processes.
  func lastBeat(of id: Workout.ID) -> Beat? { connection.isTransient ? nil : Beat.last(of: id) }
}

extension WorkoutDraft {
  /// The duration as stored, in milliseconds.
  var storedMilliseconds: Int64 { max(0, duration.wholeMilliseconds) }
}
