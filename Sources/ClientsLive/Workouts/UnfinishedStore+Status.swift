import FoundationEssentials
import Models

extension UnfinishedStore {
  /// Returns the status of a person's most recently saved unfinished workout, or `nil` if there is none.
  ///
  /// - Parameter catalogue: The challenges with their scoring.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the person's unfinished workouts, which are few.
  public func status(
    of name: PersonName, now: Date, catalogue: Catalogue
  ) throws -> WorkoutStatus? {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return nil }
      let unfinished = try connection.all(
        """
        SELECT id, challenge, started_at, elapsed_ms, rep_log, kept_at, coalesce(owner, ''),
          is_paused, skip_log, utc_offset
        FROM unfinished WHERE person = ? ORDER BY started_at DESC
        """, .integer(person)
      ) { row in
        let id = try row.uuid(0)
        let beat = lastBeat(of: id)
        let draft = WorkoutDraft(
          id: id, challenge: Challenge.ID(rawValue: row.text(1)),
          startedAt: row.date(2), utcOffset: row.utcOffset(9),
          duration: max(row.duration(3), beat?.elapsed ?? .zero),
          log: try row.repLog(4), skips: row.skipLog(8), isPaused: row.integer(7) != 0)
        return (
          draft: draft, savedAt: max(row.date(5), beat?.date ?? .distantPast),
          owner: ProcessIdentity(text: row.text(6))
        )
      }
      // `max` returns the first of equal elements: the workout that started last.
      guard let last = unfinished.max(by: { $0.savedAt < $1.savedAt }) else { return nil }
      return WorkoutStatus(
        last.draft, savedAt: last.savedAt, isOwnerRunning: last.owner.isRunning, now: now,
        challenge: catalogue[last.draft.challenge])
    }
  }
}
