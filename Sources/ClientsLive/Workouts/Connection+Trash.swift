import FoundationEssentials
import Models
import SQLite

extension Connection {
  /// How long what was deleted or corrected can be had back.
  static let trashTime: TimeInterval = 30 * 86_400

  /// Moves a person's workout to the trash, where no list, best or leaderboard sees it.
  ///
  /// - Parameters:
  ///   - now: When it was deleted; what has been in the trash for thirty days goes for good.
  ///   - scoring: How a challenge is scored, to find the best among those that are left.
  /// - Returns: Whether there was such a workout.
  /// - Throws: ``DatabaseError``; nothing was changed then.
  /// - Complexity: O(log n); O(m) in the person's workouts of that challenge around its week when it was a best.
  @discardableResult
  package func delete(
    _ id: Workout.ID, of name: PersonName, at now: Date,
    scoring: (Challenge.ID) throws -> Challenge.Scoring?
  ) throws -> Bool {
    try write {
      guard let person = try person(name) else { return false }
      return try moveToTrash(id, of: person, at: now, scoring: scoring) != nil
    }
  }

  /// Puts `workout` in the place of the one called `id`, which goes to the trash.
  ///
  /// - Returns: Whether there was such a workout.
  /// - Throws: ``DatabaseError``; nothing was changed then.
  /// - Complexity: As ``delete(_:of:at:scoring:)``.
  @discardableResult
  package func correct(
    _ id: Workout.ID, with workout: Workout, of name: PersonName, at now: Date,
    scoring: (Challenge.ID) throws -> Challenge.Scoring?
  ) throws -> Bool {
    try write {
      guard
        let person = try person(name),
        let old = try moveToTrash(id, of: person, at: now, scoring: scoring)
      else { return false }
      try run(
        """
        INSERT INTO workouts
          (id, person, challenge, started_at, duration_ms, reps, rep_log, replaces, day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .uuid(workout.id), .integer(person), .text(workout.challenge.rawValue),
        .integer(workout.startedAt.millisecondsSince1970),
        .integer(workout.duration.wholeMilliseconds), .integer(Int64(workout.reps)),
        .bytes(workout.log.bytes), .integer(old), .integer(workout.localDay))
      try keepBests(of: workout, number: lastInsertedRow, by: person, scoring: scoring)
      return true
    }
  }

  /// Takes back the last deletion or correction of a person that is in the trash.
  ///
  /// - Returns: `nil` when there is none of the last thirty days.
  /// - Throws: ``DatabaseError``; nothing was changed then.
  /// - Complexity: As ``delete(_:of:at:scoring:)``.
  package func undo(
    of name: PersonName, at now: Date, scoring: (Challenge.ID) throws -> Challenge.Scoring?
  ) throws -> UndoneChange? {
    try write {
      guard let person = try person(name) else { return nil }
      let found = try first(
        """
        SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.number
        FROM workouts w JOIN people p ON p.id = w.person
        WHERE w.person = ? AND w.deleted_at >= ?
        ORDER BY w.deleted_at DESC, w.number DESC LIMIT 1
        """, .integer(person), .integer(now.endOfTrash)
      ) { (workout: try $0.workout(), number: $0.integer(6)) }
      guard let found else { return nil }
      let copy = try first(
        "SELECT id, number FROM workouts WHERE replaces = ? AND deleted_at IS NULL",
        .integer(found.number)
      ) { (id: try $0.uuid(0), number: $0.integer(1)) }
      if let copy {
        try moveToTrash(copy.id, of: person, at: now, scoring: scoring)
        try run("DELETE FROM workouts WHERE number = ?", .integer(copy.number))
      }
      try run("UPDATE workouts SET deleted_at = NULL WHERE number = ?", .integer(found.number))
      try keepBests(of: found.workout, number: found.number, by: person, scoring: scoring)
      return UndoneChange(workout: found.workout, replaced: copy?.id)
    }
  }

  /// - Returns: The workout's number, or `nil` when the person has no such workout.
  @discardableResult
  private func moveToTrash(
    _ id: Workout.ID, of person: Int64, at now: Date,
    scoring: (Challenge.ID) throws -> Challenge.Scoring?
  ) throws -> Int64? {
    try run(
      "DELETE FROM workouts WHERE person = ? AND deleted_at < ?", .integer(person),
      .integer(now.endOfTrash))
    let found = try first(
      """
      SELECT number, challenge FROM workouts WHERE id = ? AND person = ? AND deleted_at IS NULL
      """, .uuid(id), .integer(person)
    ) { (number: $0.integer(0), challenge: Challenge.ID(rawValue: $0.text(1))) }
    guard let found else { return nil }
    try run(
      "UPDATE workouts SET deleted_at = ? WHERE number = ?",
      .integer(now.millisecondsSince1970), .integer(found.number))
    let weeks = try all("SELECT week FROM bests WHERE workout = ?", .integer(found.number)) {
      $0.integer(0)
    }
    if !weeks.isEmpty {
      try run("DELETE FROM bests WHERE workout = ?", .integer(found.number))
      for week in weeks where week != 0 {
        try findBest(of: person, in: found.challenge, week: Week(number: week), scoring: scoring)
      }
      try findBestOfAllTime(of: person, in: found.challenge)
    }
    return found.number
  }

  private func keepBests(
    of workout: Workout, number: Int64, by person: Int64,
    scoring: (Challenge.ID) throws -> Challenge.Scoring?
  ) throws {
    guard let score = try scoring(workout.challenge).flatMap(workout.acceptedScore) else { return }
    try keepBests(score, of: workout, number: number, by: person)
  }

  /// Finds a person's best of a week anew, once the workout that was it is gone.
  ///
  /// What a log is worth is decided in one place, which SQL cannot ask: hence the logs of that week. A workout counts
  /// in the week it ended in.
  private func findBest(
    of person: Int64, in challenge: Challenge.ID, week: Week,
    scoring: (Challenge.ID) throws -> Challenge.Scoring?
  ) throws {
    guard let scoring = try scoring(challenge) else { return }
    let (start, end) = (week.start.millisecondsSince1970, week.end.millisecondsSince1970)
    let candidates = try all(
      """
      SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.number
      FROM workouts w JOIN people p ON p.id = w.person
      WHERE w.person = ? AND w.challenge = ? AND w.deleted_at IS NULL
        AND w.started_at BETWEEN ? AND ? AND w.started_at + w.duration_ms >= ?
      """,
      .integer(person), .text(challenge.rawValue),
      .integer(start - RepLog.longest.wholeMilliseconds), .integer(end), .integer(start)
    ) { (workout: try $0.workout(), number: $0.integer(6)) }
    for (workout, number) in candidates where Week(containing: workout.achievedAt) == week {
      guard let score = workout.acceptedScore(by: scoring) else { continue }
      try keepBest(score, of: workout, number: number, by: person, week: week.number)
    }
  }

  /// Makes the best of a person's weeks the best of all time, where there is none.
  private func findBestOfAllTime(of person: Int64, in challenge: Challenge.ID) throws {
    try run(
      """
      INSERT INTO bests
        (challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
      SELECT challenge, 0, person, rank_key, achieved_at, reps, duration_ms, workout
      FROM bests INDEXED BY bests_of_weeks
      WHERE person = ? AND challenge = ? AND week > 0 ORDER BY rank_key, achieved_at LIMIT 1
      ON CONFLICT DO NOTHING
      """, .integer(person), .text(challenge.rawValue))
  }
}

extension Date {
  /// What was deleted before this is beyond being had back.
  fileprivate var endOfTrash: Int64 {
    addingTimeInterval(-Connection.trashTime).millisecondsSince1970
  }
}
