import Clients
import FoundationEssentials
import Models
import SQLite

extension LeaderboardStore {
  /// Returns a person's all-time best score of a complete workout.
  func bestScore(of person: Int64, in challenge: Challenge.ID) throws -> Score? {
    try connection.first(
      """
      SELECT * FROM bests
      WHERE challenge = ? AND week = 0 AND person = ? AND rank_key <= ?
      """, .text(challenge.rawValue), .integer(person), .integer(Score.maxCompleteRankKey)
    ) { $0.score() }
  }

  /// Records `score` as the person's best of all time and of its week if it is better than the recorded one.
  ///
  /// The best of the week is recorded for each possible first day of the week, so stored data stays valid when a
  /// person changes that setting.
  ///
  /// - Precondition: A transaction is open.
  func recordBests(
    _ score: Score, of workout: Workout, number: Int64, by person: Int64
  ) throws {
    let day = try connection.dayStart.day(of: workout)
    let weeks = Settings.WeekStart.allCases.map { Week(of: day, startingOn: $0).number }
    // Week 0 means all time.
    try recordBests(score, of: workout, number: number, by: person, weeks: [0] + weeks)
  }

  /// Records `score` as the best of up to four weeks unless a better or an earlier equal score exists; for a live
  /// workout, also as the best live score of these weeks.
  private func recordBests(
    _ score: Score, of workout: Workout, number: Int64, by person: Int64, weeks: [Int64]
  ) throws {
    let live = workout.provenance.isLive ? weeks.map(LeaderboardKey.liveWeek) : []
    func week(_ index: Int) -> SQLValue {
      .integer((weeks + live).indices.contains(index) ? (weeks + live)[index] : nil)
    }
    try connection.run(
      """
      INSERT INTO bests
        (challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
      SELECT ?1, column1, ?2, ?3, ?4, ?5, ?6, ?7
      FROM (VALUES (?8), (?9), (?10), (?11), (?12), (?13), (?14), (?15))
      WHERE column1 IS NOT NULL
      ON CONFLICT (challenge, week, person) DO UPDATE SET
        rank_key = excluded.rank_key, achieved_at = excluded.achieved_at, reps = excluded.reps,
        duration_ms = excluded.duration_ms, workout = excluded.workout
      WHERE (excluded.rank_key, excluded.achieved_at) < (rank_key, achieved_at)
      """,
      .text(workout.challenge.rawValue), .integer(person), .integer(score.rankKey),
      .integer(workout.achievedAt.millisecondsSince1970), .integer(Int64(score.reps)),
      .integer(score.duration.wholeMilliseconds), .integer(number),
      week(0), week(1), week(2), week(3), week(4), week(5), week(6), week(7))
  }

  /// Replaces each of the person's bests that the score of a workout exceeds.
  ///
  /// - Precondition: A transaction is open.
  func recordBests(
    of workout: Workout, number: Int64, by person: Int64
  ) throws {
    let challenge = try connection.challenges.challenge(workout.challenge)
    guard let score = challenge.flatMap(workout.acceptedScore) else { return }
    try recordBests(score, of: workout, number: number, by: person)
  }

  /// Removes the bests of a workout, and records the next bests.
  ///
  /// - Parameter number: The number of the workout, which is already in the trash.
  /// - Precondition: A transaction is open.
  /// - Complexity: O(log n); if the workout was a best, O(m) in the workouts of the same person, challenge and week.
  func removeBests(
    of number: Int64, by person: Int64, in challenge: Challenge.ID
  ) throws {
    let weeks = try connection.all("SELECT week FROM bests WHERE workout = ?", .integer(number)) {
      // An untrusted file may contain any number, and date arithmetic with a huge one would overflow.
      min(LeaderboardKey.weekNumber($0.integer(0)), Self.maxWeekNumber)
    }
    guard !weeks.isEmpty else { return }
    try connection.run("DELETE FROM bests WHERE workout = ?", .integer(number))
    for week in Set(weeks) where week != 0 {
      try recomputeBest(of: person, in: challenge, week: Week(number: week))
    }
    try recomputeAllTimeBest(of: person, in: challenge)
  }

  /// The maximum ``Week/number``. It counts days, and 4,000,000 days are more than 10,000 years.
  private static let maxWeekNumber: Int64 = 4_000_000

  /// Recomputes a person's best of a week after the workout that was the best is removed.
  ///
  /// Scores are computed in Swift only, so the logs of that week are read.
  private func recomputeBest(
    of person: Int64, in id: Challenge.ID, week: Week
  ) throws {
    guard let challenge = try connection.challenges.challenge(id) else { return }
    // The index has instants, not days. No time zone differs from UTC by a day, and a day begins at noon at the latest.
    let (start, end) = ((week.firstDay - 1) * 86_400_000, (week.lastDay + 3) * 86_400_000)
    let candidates = try connection.all(
      """
      SELECT * FROM workouts w
      WHERE w.person = ? AND w.challenge = ? AND w.deleted_at IS NULL
        AND w.started_at BETWEEN ? AND ? AND w.day BETWEEN ? AND ?
      """,
      .integer(person), .text(id.rawValue), .integer(start), .integer(end),
      .integer(week.firstDay), .integer(week.lastDay)
    ) { (number: $0.integer("number"), workout: try $0.workout()) }
    let scores = candidates.compactMap { number, workout in
      workout.acceptedScore(in: challenge).map { (score: $0, workout: workout, number: number) }
    }.sorted {
      ($0.score.rankKey, $0.workout.achievedAt) < ($1.score.rankKey, $1.workout.achievedAt)
    }
    // The best score, and the best live score if it belongs to a different workout.
    let bests = [scores.first, scores.first { $0.workout.provenance.isLive }].compactMap(\.self)
    for best in bests.first?.number == bests.last?.number ? bests.prefix(1) : bests[...] {
      try recordBests(
        best.score, of: best.workout, number: best.number, by: person, weeks: [week.number])
    }
  }

  /// Records a person's best weekly score as the all-time best if none is recorded, and likewise for live scores.
  private func recomputeAllTimeBest(of person: Int64, in challenge: Challenge.ID) throws {
    try connection.run(
      """
      INSERT INTO bests
        (challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
      SELECT challenge, 0, person, rank_key, achieved_at, reps, duration_ms, workout
      FROM bests INDEXED BY bests_of_weeks
      WHERE person = ? AND challenge = ? AND week > 0 ORDER BY rank_key, achieved_at LIMIT 1
      ON CONFLICT DO NOTHING
      """, .integer(person), .text(challenge.rawValue))
    try connection.run(
      """
      INSERT INTO bests
        (challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
      SELECT challenge, -1, person, rank_key, achieved_at, reps, duration_ms, workout
      FROM bests INDEXED BY bests_of_live_weeks
      WHERE person = ? AND challenge = ? AND week < -1 ORDER BY rank_key, achieved_at LIMIT 1
      ON CONFLICT DO NOTHING
      """, .integer(person), .text(challenge.rawValue))
  }
}

// MARK: - Validation

extension Workout {
  /// Returns the reason why no person can have done the workout, if any.
  ///
  /// - Parameter challenge: The challenge, if it is known. Otherwise only the number of reps is checked.
  func impossibilityReason(in challenge: Challenge?) -> ImpossibilityReason? {
    if let challenge { return challenge.impossibilityReason(of: self) }
    return self.challenge == .strength
      ? nil : log.impossibilityReason(minGap: .zero)
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
  /// the challenge is known. Reps in rests count here, because a training plan's sets omit the challenge's rests.
  ///
  /// - Complexity: O(n) in the reps.
  func isEligible(in challenge: Challenge?) -> Bool {
    let reason = impossibilityReason(in: challenge)
    guard let challenge else { return reason == nil }
    return switch reason {
    case nil: challenge.score(of: self) != nil
    case .inRest: acceptedScore(in: challenge.asSingleSet) != nil
    default: false
    }
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
  /// - Complexity: O(e · log n) for e entries.
  func invalidEntries(
    among standings: [Standing], in challenge: Challenge.ID, _ week: Week?, isLiveOnly: Bool
  ) throws -> Set<Standing.ID> {
    guard let challenge = try connection.challenges.challenge(challenge) else { return [] }
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
      SELECT * FROM workouts WHERE id = ? AND deleted_at IS NULL
      """, .uuid(standing.workout)
    ) { row -> Score? in
      // An unreadable log has no score.
      guard
        row.integer("person") == standing.id, let workout = try? row.workout(),
        workout.challenge == challenge.id, week?.contains(row.day("day")) != false
      else { return nil }
      return workout.acceptedScore(in: challenge)
    }
    return score == standing.score
  }

  /// Recomputes a person's bests in a challenge from their workouts. Impossible workouts have no score.
  ///
  /// - Complexity: O(m) in the person's workouts of that challenge.
  func recomputeBests(of person: Int64, in challenge: Challenge.ID) throws {
    try connection.write {
      guard let known = try connection.challenges.challenge(challenge) else { return }
      try connection.run(
        "DELETE FROM bests WHERE challenge = ? AND person = ?", .text(challenge.rawValue),
        .integer(person))
      let workouts = try connection.all(
        """
        SELECT * FROM workouts WHERE person = ? AND challenge = ? AND deleted_at IS NULL
        """, .integer(person), .text(challenge.rawValue)
      ) { (number: $0.integer("number"), workout: try? $0.workout()) }
      for (number, workout) in workouts {
        guard let workout, let score = workout.acceptedScore(in: known) else { continue }
        try recordBests(score, of: workout, number: number, by: person)
      }
    }
  }
}
