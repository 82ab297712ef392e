import FoundationEssentials
import Models

extension Connection {
  /// How a person's unfinished workout stands, of several the one that was kept last; nil without one.
  ///
  /// - Parameter catalogue: Knows how challenges are scored.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the person's unfinished workouts, of which there are few.
  public func status(
    of name: PersonName, now: Date, catalogue: Catalogue
  ) throws -> WorkoutStatus? {
    try read {
      guard let person = try person(name) else { return nil }
      return try first(
        """
        SELECT id, challenge, started_at, elapsed_ms, rep_log, kept_at, coalesce(owner, '')
        FROM unfinished
        WHERE person = ? ORDER BY kept_at DESC, started_at DESC LIMIT 1
        """, .integer(person)
      ) { row in
        let draft = WorkoutDraft(
          id: try row.uuid(0), challenge: Challenge.ID(rawValue: row.text(1)),
          startedAt: Date(millisecondsSince1970: row.integer(2)),
          duration: .milliseconds(row.integer(3)), log: try row.repLog(4))
        return WorkoutStatus(
          draft, keptAt: Date(millisecondsSince1970: row.integer(5)),
          isInHand: ProcessMark(text: row.text(6)).isAlive, now: now,
          scoring: catalogue[draft.challenge]?.scoring)
      }
    }
  }
}
