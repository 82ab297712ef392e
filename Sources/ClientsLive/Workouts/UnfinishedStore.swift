import FoundationEssentials
import Models
import SQLite

/// Running workouts, and those that were left.
public struct UnfinishedStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Keeps an unfinished workout as it stands.
  ///
  /// One that is older than what is kept does nothing: two that were sent together may arrive in
  /// either order. Nor does one of a workout that is finished.
  ///
  /// - Parameters:
  ///   - owner: The process that has it in hand.
  ///   - now: When it stood so, by the wall clock.
  /// - Throws: ``DatabaseError``.
  package func checkpoint(
    _ draft: WorkoutDraft, by name: PersonName, owner: ProcessMark = .current, at now: Date = Date()
  ) throws {
    try connection.write {
      let person = try PersonStore(connection).makeNumber(of: name)
      try connection.run(
        """
        INSERT INTO unfinished
          (id, person, challenge, started_at, elapsed_ms, rep_log, owner, purpose, ghost, ghost_log,
          kept_at, is_paused)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
        WHERE NOT EXISTS (SELECT 1 FROM workouts WHERE id = ?1)
        ON CONFLICT (id) DO UPDATE SET
          elapsed_ms = excluded.elapsed_ms, rep_log = excluded.rep_log, owner = excluded.owner,
          kept_at = excluded.kept_at, is_paused = excluded.is_paused
        WHERE excluded.elapsed_ms >= elapsed_ms
        """,
        .uuid(draft.id), .integer(person), .text(draft.challenge.rawValue),
        .integer(draft.startedAt.millisecondsSince1970), .integer(draft.storedMilliseconds),
        .bytes(draft.log.bytes), .text(owner.text),
        .text(draft.purpose?.text),
        .text(draft.ghost?.name),
        draft.ghost.map { .bytes($0.log.bytes) } ?? .null,
        .integer(now.millisecondsSince1970), .integer(draft.isPaused ? 1 : 0))
    }
  }

  /// Drops an unfinished workout, if it is there.
  ///
  /// - Throws: ``DatabaseError``.
  func discard(_ id: Workout.ID) throws {
    try connection.write { try connection.run("DELETE FROM unfinished WHERE id = ?", .uuid(id)) }
  }

  /// Returns a person's unfinished workouts that no running program has, newest first.
  ///
  /// - Throws: ``DatabaseError``.
  func abandoned(of name: PersonName, by current: ProcessMark = .current) throws -> [WorkoutDraft] {
    // One program may have left many.
    var isLeft = [current: true]
    return try all(of: name) { owner in
      let answer = isLeft[owner] ?? !owner.isAlive
      isLeft[owner] = answer
      return answer
    }
  }

  /// Returns a person's unfinished workouts, newest first.
  ///
  /// - Parameter isWanted: Whether one that this process has in hand is.
  /// - Throws: ``DatabaseError``.
  func all(
    of name: PersonName, where isWanted: (ProcessMark) -> Bool = { _ in true }
  ) throws -> [WorkoutDraft] {
    try connection.read {
      guard let person = try PersonStore(connection).number(of: name) else { return [] }
      return try connection.all(
        """
        SELECT id, challenge, started_at, elapsed_ms, rep_log, coalesce(owner, ''), purpose,
          ghost, ghost_log
        FROM unfinished WHERE person = ? ORDER BY started_at DESC
        """, .integer(person)
      ) { row -> WorkoutDraft? in
        guard isWanted(ProcessMark(text: row.text(5))) else { return nil }
        let id = try row.uuid(0)
        return WorkoutDraft(
          id: id, challenge: Challenge.ID(rawValue: row.text(1)),
          startedAt: row.date(2),
          duration: max(row.duration(3), lastBeat(of: id)?.elapsed ?? .zero),
          log: try row.repLog(4),
          purpose: WorkoutDraft.Purpose(text: row.text(6)),
          ghost: row.isNull(7)
            ? nil : Ghost(name: PersonName.displayable(row.text(7)), log: try row.repLog(8)))
      }.compactMap { $0 }
    }
  }

  /// Returns the last beat of a workout in this database, which may run in another program.
  ///
  /// A database in memory has no beats: only one program uses it, and the identifiers that a script or a test generates
  /// occur in other programs, too.
  func lastBeat(of id: Workout.ID) -> Beat? { connection.isTransient ? nil : Beat.last(of: id) }
}

extension WorkoutDraft {
  /// How long it ran, as it is kept.
  var storedMilliseconds: Int64 { max(0, duration.wholeMilliseconds) }
}
