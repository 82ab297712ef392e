import Clients
import FoundationEssentials
import Models
import SQLite

extension LeaderboardStore {
  /// Returns a person's all-time best score of a complete workout.
  ///
  /// - Throws: ``DatabaseError``.
  func bestScore(of person: Int64, in challenge: Challenge.ID) throws -> Score? {
    try connection.first(
      """
      SELECT reps, duration_ms, rank_key FROM bests
      WHERE challenge = ? AND week = 0 AND person = ? AND rank_key <= ?
      """, .text(challenge.rawValue), .integer(person), .integer(Score.maxCompleteRankKey)
    ) { $0.score(0) }
  }

  /// Records `score` as the person's best of all time and of its week if it is better than the recorded one.
  ///
  /// The best of the week is recorded for each possible first day of the week, so stored data stays valid when a
  /// person changes that setting.
  ///
  /// - Parameter day: The local day stored with the workout, counted from 1970-01-01.
  /// - Throws: ``DatabaseError``. Must be called in a transaction.
  func recordBests(
    _ score: Score, of workout: Workout, number: Int64, on day: Int64, by person: Int64
  ) throws {
    let weeks = Settings.WeekStart.allCases.map { Week(of: day, startingOn: $0).number }
    // Week 0 means all time.
    try recordBests(score, of: workout, number: number, by: person, weeks: [0] + weeks)
  }

  /// Records `score` as the best of up to four weeks unless a better or an earlier equal one exists; if the workout is
  /// live, also as the best live one.
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

  /// Records the score of a workout as the person's bests where it is better than the recorded ones.
  ///
  /// - Throws: ``DatabaseError``. Must be called in a transaction.
  func recordBests(
    of workout: Workout, number: Int64, on day: Int64, by person: Int64
  ) throws {
    let challenge = try ChallengeStore(connection).challenge(workout.challenge)
    guard let score = challenge.flatMap(workout.acceptedScore) else { return }
    try recordBests(score, of: workout, number: number, on: day, by: person)
  }

  /// Removes the bests of a workout, and records those that replace them.
  ///
  /// - Parameter number: The number of the workout, which is already in the trash.
  /// - Throws: ``DatabaseError``. Must be called in a transaction.
  /// - Complexity: O(log n); O(m) in the person's workouts of that challenge around its week if it was a best.
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
  /// Scores are computed in Swift only, so the rep logs of that week are read.
  private func recomputeBest(
    of person: Int64, in id: Challenge.ID, week: Week
  ) throws {
    guard let challenge = try ChallengeStore(connection).challenge(id) else { return }
    // The index has instants, not local days. No time zone differs from UTC by more than a day.
    let (start, end) = ((week.firstDay - 1) * 86_400_000, (week.lastDay + 2) * 86_400_000)
    let candidates = try connection.all(
      """
      SELECT w.number, w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name,
        w.note, w.skip_log, w.provenance,
        w.pause_log, w.figures, w.utc_offset
      FROM workouts w JOIN people p ON p.id = w.person
      WHERE w.person = ? AND w.challenge = ? AND w.deleted_at IS NULL
        AND w.started_at BETWEEN ? AND ? AND w.day BETWEEN ? AND ?
      """,
      .integer(person), .text(id.rawValue), .integer(start), .integer(end),
      .integer(week.firstDay), .integer(week.lastDay)
    ) { (number: $0.integer(0), workout: try $0.workout(1)) }
    let scores = candidates.compactMap { number, workout in
      workout.acceptedScore(in: challenge).map { (score: $0, workout: workout, number: number) }
    }.sorted {
      ($0.score.rankKey, $0.workout.achievedAt) < ($1.score.rankKey, $1.workout.achievedAt)
    }
    // The best one, and the best live one if that is another.
    let bests = [scores.first, scores.first { $0.workout.provenance.isLive }].compactMap(\.self)
    for best in bests.first?.number == bests.last?.number ? bests.prefix(1) : bests[...] {
      try recordBests(
        best.score, of: best.workout, number: best.number, by: person, weeks: [week.number])
    }
  }

  /// Records the best of a person's weekly bests as the all-time best, if there is none, and so the best live one.
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
