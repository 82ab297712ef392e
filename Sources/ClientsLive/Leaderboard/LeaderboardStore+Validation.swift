import Clients
import FoundationEssentials
import Models
import SQLite

extension Workout {
  /// Returns the reason why no person can have done the workout, if any.
  ///
  /// - Parameter challenge: The challenge, if it is known. Otherwise only the number of reps is checked.
  func impossibilityReason(in challenge: Challenge?) -> ImpossibilityReason? {
    if let challenge { return challenge.impossibilityReason(of: self) }
    return self.challenge == .strength
      ? nil : log.impossibilityReason(in: duration, minGap: .zero)
  }

  /// Returns the score, or `nil` if no person can have done the workout.
  ///
  /// Every score on a leaderboard goes through this method.
  ///
  /// - Complexity: O(n) in the reps.
  func acceptedScore(in challenge: Challenge) -> Score? {
    challenge.impossibilityReason(of: self) == nil ? challenge.score(of: self) : nil
  }

  /// Returns whether the workout counts, for example as a person's last result: it is possible, and it has a score if
  /// the challenge is known.
  ///
  /// - Complexity: O(n) in the reps.
  func isEligible(in challenge: Challenge?) -> Bool {
    challenge.map { acceptedScore(in: $0) != nil } ?? (impossibilityReason(in: nil) == nil)
  }
}

/// The amounts that a workout adds to totals, streaks and goals. Without a score it adds nothing, unless nobody counts
/// reps in its sets and the clock has ended it.
struct WorkoutTotals: Hashable {
  let counts: Bool
  let reps: Int

  /// Judges a workout.
  ///
  /// - Parameter challenge: The challenge, if it is known. Ends of distances are no reps.
  /// - Complexity: O(n) in the reps, the skips and the sets.
  init(of workout: Workout, in challenge: Challenge?) {
    counts =
      workout.isEligible(in: challenge)
      || challenge?.routine.isUncounted == true
        && workout.impossibilityReason(in: challenge) == nil
        && workout.duration >= challenge?.timeLimit ?? .zero
    reps = counts ? challenge?.routine.repCount(of: workout) ?? workout.reps : 0
  }
}

extension LeaderboardStore {
  /// Returns the people whose entry does not match the workout behind it, and so was not written by Ladder.
  ///
  /// - Parameters:
  ///   - standings: The entries to check.
  ///   - week: The week of the leaderboard, or `nil` for all time.
  ///   - isLiveOnly: Whether the leaderboard has live workouts only.
  /// - Returns: The IDs of the people.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(e · log n) for e entries.
  func invalidEntries(
    among standings: [Standing], in challenge: Challenge.ID, _ week: Week?, isLiveOnly: Bool
  ) throws -> Set<Standing.ID> {
    guard let challenge = try ChallengeStore(connection).challenge(challenge) else { return [] }
    return Set(
      try standings.filter {
        try isLiveOnly && !$0.provenance.isLive
          || !matchesWorkout($0, in: challenge, week)
      }.map(\.id))
  }

  private func matchesWorkout(
    _ standing: Standing, in challenge: Challenge, _ week: Week?
  ) throws -> Bool {
    let score = try connection.first(
      """
      SELECT w.person, w.day,
        w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, '', w.note, w.skip_log, w.provenance,
        w.pause_log, w.figures, w.utc_offset
      FROM workouts w WHERE w.id = ? AND w.deleted_at IS NULL
      """, .uuid(standing.workout)
    ) { row -> Score? in
      // An unreadable log has no score.
      guard
        row.integer(0) == standing.id, let workout = try? row.workout(2),
        workout.challenge == challenge.id, week?.contains(row.day(1)) != false
      else { return nil }
      return workout.acceptedScore(in: challenge)
    }
    return score == standing.score
  }

  /// Recomputes a person's bests in a challenge from their workouts. Impossible workouts have no score.
  ///
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: O(m) in the person's workouts of that challenge.
  func recomputeBests(of person: Int64, in challenge: Challenge.ID) throws {
    try connection.write {
      guard let known = try ChallengeStore(connection).challenge(challenge) else { return }
      try connection.run(
        "DELETE FROM bests WHERE challenge = ? AND person = ?", .text(challenge.rawValue),
        .integer(person))
      let workouts = try connection.all(
        """
        SELECT w.number, w.day,
          w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, '', w.note, w.skip_log, w.provenance,
          w.pause_log, w.figures, w.utc_offset
        FROM workouts w WHERE w.person = ? AND w.challenge = ? AND w.deleted_at IS NULL
        """, .integer(person), .text(challenge.rawValue)
      ) { (number: $0.integer(0), day: $0.day(1), workout: try? $0.workout(2)) }
      for (number, day, workout) in workouts {
        guard let workout, let score = workout.acceptedScore(in: known) else { continue }
        try recordBests(score, of: workout, number: number, on: day, by: person)
      }
    }
  }
}
