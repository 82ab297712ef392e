import FoundationEssentials
import Models

extension WorkoutStore {
  /// Returns a person's latest workout in a challenge that has a score; `nil` where none of the latest 100 has.
  ///
  /// - Parameter scoring: How the challenge is scored; where that is not known, the latest workout is returned.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n) in the workouts that are kept.
  package func lastScored(
    of name: PersonName, in challenge: Challenge.ID, scoring: Challenge.Scoring?
  ) throws -> Workout? {
    let first = try history(of: name, challenge: challenge, limit: 1).first
    guard let first, let scoring, first.score(by: scoring) == nil else { return first }
    return try history(of: name, challenge: challenge, after: first.cursor, limit: 99)
      .first { $0.score(by: scoring) != nil }
  }

  /// Returns ``results(of:)`` with the last workout that has a score in the place of one that has none; challenges
  /// without any are left out.
  ///
  /// - Throws: ``DatabaseError``.
  package func scoredResults(
    of name: PersonName, scoring: (Challenge.ID) throws -> Challenge.Scoring?
  ) throws -> [Challenge.ID: PersonalResults] {
    var results = try results(of: name)
    for (challenge, result) in results {
      guard let scoring = try scoring(challenge), result.last.score(by: scoring) == nil else {
        continue
      }
      let last = try lastScored(of: name, in: challenge, scoring: scoring)
      results[challenge] = last.map { PersonalResults(best: result.best, last: $0) }
    }
    return results
  }

  /// Returns a person's best and last in every challenge they have done.
  ///
  /// The recursion hops from challenge to challenge along an index, so that a thousand workouts of one
  /// cost what one does.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(c · log n) for c challenges that were done, n workouts that are kept.
  package func results(of name: PersonName) throws -> [Challenge.ID: PersonalResults] {
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
          w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note
        FROM done
        JOIN workouts w ON w.number = (
          SELECT number FROM workouts
          WHERE person = ?1 AND challenge = done.challenge AND deleted_at IS NULL
          ORDER BY started_at DESC, id DESC LIMIT 1)
        JOIN people p ON p.id = w.person
        LEFT JOIN bests b ON b.challenge = done.challenge AND b.week = 0 AND b.person = ?1
        """, .integer(person)
      ) { row in
        PersonalResults(best: row.isNull(2) ? nil : row.score(0), last: try row.workout(3))
      }
      return Dictionary(results.map { ($0.last.challenge, $0) }) { first, _ in first }
    }
  }
}
