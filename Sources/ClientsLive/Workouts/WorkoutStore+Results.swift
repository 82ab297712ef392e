import FoundationEssentials
import Models

extension WorkoutStore {
  /// Returns a person's best, last and recent results in every challenge that they have done. The last one is defined
  /// by ``last(of:in:)``.
  ///
  /// The recursion steps from challenge to challenge along an index, so the cost does not depend on the number of
  /// workouts in a challenge.
  ///
  /// - Parameter maxRecentCount: The number of latest workouts whose scores are the recent results.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(c · (log n + `maxRecentCount`)) for c challenges and n workouts.
  package func results(
    of name: PersonName, maxRecentCount: Int = 0
  ) throws -> [Challenge.ID: PersonalResults] {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return [:] }
      let rows = try connection.all(
        """
        WITH RECURSIVE done (challenge) AS (
          SELECT (
            SELECT challenge FROM workouts WHERE person = ?1 AND deleted_at IS NULL
            ORDER BY challenge LIMIT 1)
          UNION ALL
          SELECT (
            SELECT challenge FROM workouts
            WHERE person = ?1 AND deleted_at IS NULL AND challenge > done.challenge
            ORDER BY challenge LIMIT 1)
          FROM done WHERE done.challenge IS NOT NULL
        )
        SELECT b.reps, b.duration_ms, b.rank_key,
          w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log,
          w.provenance,
          w.pause_log, w.figures, w.utc_offset
        FROM done
        JOIN workouts w ON w.number IN (
          SELECT number FROM workouts
          WHERE person = ?1 AND challenge = done.challenge AND deleted_at IS NULL
          ORDER BY started_at DESC, id DESC LIMIT ?2)
        JOIN people p ON p.id = w.person
        LEFT JOIN bests b
          ON b.challenge = done.challenge AND b.week = 0 AND b.person = ?1 AND b.rank_key <= ?3
        """, .integer(person), .integer(Int64(max(1, maxRecentCount))),
        .integer(Score.maxCompleteRankKey)
      ) { (best: $0.isNull(2) ? nil : $0.score(0), workout: try $0.workout(3)) }
      return try Dictionary(grouping: rows, by: \.workout.challenge).compactMapValues { rows in
        let recent = rows.map(\.workout).sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }
        let challenge = try ChallengeStore(connection).challenge(recent[0].challenge)
        let last =
          try recent.first { $0.isEligible(in: challenge) }
          ?? last(of: name, in: recent[0].challenge)
        return last.map { last in
          let counted = recent.prefix(maxRecentCount).reversed().filter {
            $0.isEligible(in: challenge)
          }
          return PersonalResults(
            best: rows[0].best, last: last,
            recent: challenge.map { counted.compactMap($0.score) } ?? [])
        }
      }
    }
  }
}
