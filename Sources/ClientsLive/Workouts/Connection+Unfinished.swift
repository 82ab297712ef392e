import FoundationEssentials
import Models

extension Connection {
  /// Keeps an unfinished workout as it stands.
  ///
  /// One that is older than what is kept does nothing: two that were sent together may arrive in
  /// either order. Nor does one of a workout that is finished.
  ///
  /// - Throws: ``DatabaseError``.
  func checkpoint(_ draft: WorkoutDraft, by name: PersonName) throws {
    try write {
      let person = try makePerson(name)
      try run(
        """
        INSERT INTO unfinished (id, person, challenge, started_at, elapsed_ms, rep_log, kept_at)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6,
          CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)
        WHERE NOT EXISTS (SELECT 1 FROM workouts WHERE id = ?1)
        ON CONFLICT (id) DO UPDATE SET
          elapsed_ms = excluded.elapsed_ms, rep_log = excluded.rep_log, kept_at = excluded.kept_at
        WHERE excluded.elapsed_ms >= elapsed_ms
        """,
        .uuid(draft.id), .integer(person), .text(draft.challenge.rawValue),
        .integer(draft.startedAt.millisecondsSince1970), .integer(draft.storedMilliseconds),
        .bytes(draft.log.bytes))
    }
  }

  /// Drops an unfinished workout, if it is there.
  ///
  /// - Throws: ``DatabaseError``.
  func discard(_ id: Workout.ID) throws {
    try write { try run("DELETE FROM unfinished WHERE id = ?", .uuid(id)) }
  }

  /// A person's unfinished workouts, newest first.
  ///
  /// - Throws: ``DatabaseError``.
  func unfinished(of name: PersonName) throws -> [WorkoutDraft] {
    try read {
      guard let person = try person(name) else { return [] }
      return try all(
        """
        SELECT id, challenge, started_at, elapsed_ms, rep_log FROM unfinished
        WHERE person = ? ORDER BY started_at DESC
        """, .integer(person)
      ) { row in
        WorkoutDraft(
          id: try row.uuid(0), challenge: Challenge.ID(rawValue: row.text(1)),
          startedAt: Date(millisecondsSince1970: row.integer(2)),
          duration: .milliseconds(row.integer(3)), log: try row.repLog(4))
      }
    }
  }
}

extension WorkoutDraft {
  /// How long it ran, as it is kept.
  var storedMilliseconds: Int64 { max(0, duration.wholeMilliseconds) }
}
