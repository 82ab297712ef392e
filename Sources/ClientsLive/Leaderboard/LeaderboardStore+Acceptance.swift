import Clients
import FoundationEssentials
import Models
import SQLite

extension Workout {
  /// The impossible part of its log, if any. Of a challenge that a person made only one thing is known: it takes time.
  var impossibility: ImpossibleLog? {
    impossibility(minimumGap: Catalogue.standard[challenge]?.minimumGap ?? .zero)
  }

  /// The reps that count in totals: none where no person can have done them. Kept in the column `reps`.
  ///
  /// - Complexity: O(n) in the reps.
  var countedReps: Int { impossibility == nil ? reps : 0 }

  /// Returns its score, unless no person can have done it.
  ///
  /// Asked wherever a score gets onto a leaderboard, so that none does by another way.
  ///
  /// - Complexity: O(n) in the reps.
  func acceptedScore(by scoring: Challenge.Scoring) -> Score? {
    impossibility == nil ? score(by: scoring) : nil
  }

  /// Whether it can be a person's last result: a person can have done it, and it has a score where one is known.
  ///
  /// - Complexity: O(n) in the reps.
  func counts(by scoring: Challenge.Scoring?) -> Bool {
    scoring.map { acceptedScore(by: $0) != nil } ?? (impossibility == nil)
  }
}

extension LeaderboardStore {
  /// Returns the people whose line is not what the workout behind it is worth: Ladder did not write it there.
  ///
  /// - Parameter week: The board's, or `nil` for all time.
  /// - Returns: Their numbers.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(l · log n) for l lines.
  func forgers(
    among standings: [Standing], in challenge: Challenge.ID, _ week: Week?
  ) throws -> Set<Standing.ID> {
    guard let scoring = try ChallengeStore(connection).scoring(of: challenge, in: .standard) else {
      return []
    }
    return Set(
      try standings.filter { try !isEarned($0, in: challenge, week, scoring) }.map(\.id))
  }

  private func isEarned(
    _ standing: Standing, in challenge: Challenge.ID, _ week: Week?, _ scoring: Challenge.Scoring
  ) throws -> Bool {
    let score = try connection.first(
      """
      SELECT w.person, w.day,
        w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, '', w.note
      FROM workouts w WHERE w.id = ? AND w.deleted_at IS NULL
      """, .uuid(standing.workout)
    ) { row -> Score? in
      // A log that cannot be read is worth nothing.
      guard
        row.integer(0) == standing.id, let workout = try? row.workout(2),
        workout.challenge == challenge, week?.contains(row.day(1)) != false
      else { return nil }
      return workout.acceptedScore(by: scoring)
    }
    return score == standing.score
  }

  /// Makes a person's bests in a challenge again from their workouts; one that no person can have done has no score.
  ///
  /// - Throws: ``DatabaseError``; nothing was changed then.
  /// - Complexity: O(m) in the person's workouts of that challenge.
  func recomputeBests(of person: Int64, in challenge: Challenge.ID) throws {
    try connection.write {
      guard let scoring = try ChallengeStore(connection).scoring(of: challenge, in: .standard)
      else { return }
      try connection.run(
        "DELETE FROM bests WHERE challenge = ? AND person = ?", .text(challenge.rawValue),
        .integer(person))
      let workouts = try connection.all(
        """
        SELECT w.number, w.day,
          w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, '', w.note
        FROM workouts w WHERE w.person = ? AND w.challenge = ? AND w.deleted_at IS NULL
        """, .integer(person), .text(challenge.rawValue)
      ) { (number: $0.integer(0), day: $0.day(1), workout: try? $0.workout(2)) }
      for (number, day, workout) in workouts {
        guard let workout, let score = workout.acceptedScore(by: scoring) else { continue }
        try keepBests(score, of: workout, number: number, on: day, by: person)
      }
    }
  }
}
