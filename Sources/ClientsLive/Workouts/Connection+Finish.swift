import Clients
import FoundationEssentials
import Models
import SQLite

extension Connection {
  /// Saves a finished workout and what follows from it: the bests, and the end of the unfinished one.
  ///
  /// What nobody can have done is kept as well, but has no score.
  ///
  /// - Parameter scoring: How its challenge is scored.
  /// - Throws: ``DatabaseError``; nothing was changed then.
  /// - Complexity: O(log n) in the workouts that are kept, and O(r) in the reps.
  public func finish(
    _ draft: WorkoutDraft, by name: PersonName, scoring: Challenge.Scoring
  ) throws -> SavedWorkout {
    var workout = draft.workout(by: name.text)
    workout.startedAt = workout.startedAt.roundedToMilliseconds
    workout.duration = .milliseconds(draft.storedMilliseconds)
    let refusal = workout.impossibility
    let score = workout.acceptedScore(by: scoring)

    let previous = try write {
      let person = try makePerson(name)
      let previous = try bestScore(of: person, in: workout.challenge)
      try run(
        """
        INSERT INTO workouts (id, person, challenge, started_at, duration_ms, reps, rep_log, day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
        """,
        .uuid(workout.id), .integer(person), .text(workout.challenge.rawValue),
        .integer(workout.startedAt.millisecondsSince1970),
        .integer(workout.duration.wholeMilliseconds), .integer(Int64(workout.reps)),
        .bytes(workout.log.bytes), .integer(workout.localDay))
      let isNew = changes > 0
      if isNew, let score {
        try keepBests(score, of: workout, number: lastInsertedRow, by: person)
      }
      try run("DELETE FROM unfinished WHERE id = ?", .uuid(workout.id))
      return previous
    }
    return SavedWorkout(
      workout: workout, score: score, previousBest: previous, refusal: refusal)
  }

  /// A person's best score of all time.
  private func bestScore(of person: Int64, in challenge: Challenge.ID) throws -> Score? {
    try first(
      """
      SELECT reps, duration_ms, rank_key FROM bests
      WHERE challenge = ? AND week = 0 AND person = ?
      """, .text(challenge.rawValue), .integer(person)
    ) { $0.score(0) }
  }

  /// Makes `score` the person's best of all time and of its week, where it is.
  func keepBests(
    _ score: Score, of workout: Workout, number: Int64, by person: Int64
  ) throws {
    for week in [0, Week(containing: workout.achievedAt).number] {
      try keepBest(score, of: workout, number: number, by: person, week: week)
    }
  }

  /// Makes `score` the person's best of that week unless a better or an earlier equal one is there.
  func keepBest(
    _ score: Score, of workout: Workout, number: Int64, by person: Int64, week: Int64
  ) throws {
    try run(
      """
      INSERT INTO bests
        (challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (challenge, week, person) DO UPDATE SET
        rank_key = excluded.rank_key, achieved_at = excluded.achieved_at, reps = excluded.reps,
        duration_ms = excluded.duration_ms, workout = excluded.workout
      WHERE (excluded.rank_key, excluded.achieved_at) < (rank_key, achieved_at)
      """,
      .text(workout.challenge.rawValue), .integer(week), .integer(person),
      .integer(score.rankKey), .integer(workout.achievedAt.millisecondsSince1970),
      .integer(Int64(score.reps)), .integer(score.duration.wholeMilliseconds), .integer(number))
  }
}
