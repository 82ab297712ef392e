import FoundationEssentials
import Models

extension WorkoutStore {
  /// Returns a person's best and last workouts in every challenge that they have done, as defined by
  /// ``last(of:in:catalogue:)``.
  ///
  /// The recursion steps from challenge to challenge along an index, so the cost does not depend on the number of
  /// workouts in a challenge.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(c · log n) for c challenges and n workouts.
  package func results(
    of name: PersonName, catalogue: Catalogue = .standard
  ) throws -> [Challenge.ID: PersonalResults] {
    try connection.read {
      guard let person = try PersonStore(connection).number(of: name) else { return [:] }
      let results = try connection.all(
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
          w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note,
          o.scored_by, o.amount
        FROM done
        JOIN workouts w ON w.number = (
          SELECT number FROM workouts
          WHERE person = ?1 AND challenge = done.challenge AND deleted_at IS NULL
          ORDER BY started_at DESC, id DESC LIMIT 1)
        JOIN people p ON p.id = w.person
        LEFT JOIN own_challenges o ON o.id = done.challenge
        LEFT JOIN bests b ON b.challenge = done.challenge AND b.week = 0 AND b.person = ?1
        """, .integer(person)
      ) { row in
        let last = try row.workout(3)
        let own = row.isNull(10) ? nil : try row.customScoring(10)
        return (
          results: PersonalResults(best: row.isNull(2) ? nil : row.score(0), last: last),
          scoring: catalogue[last.challenge]?.scoring ?? own
        )
      }
      let counted = try results.compactMap { results, scoring -> PersonalResults? in
        guard !results.last.isEligible(by: scoring) else { return results }
        return try last(of: name, in: results.last.challenge, catalogue: catalogue).map {
          PersonalResults(best: results.best, last: $0)
        }
      }
      return Dictionary(counted.map { ($0.last.challenge, $0) }) { first, _ in first }
    }
  }
}
