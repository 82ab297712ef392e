import FoundationEssentials
import Models
import SQLite

extension WorkoutStore {
  /// The time for which deletions and corrections can be undone.
  static let trashRetention: TimeInterval = 30 * 86_400

  /// Moves a person's workout to the trash, which excludes it from all lists, bests and leaderboards, and ends the training
  /// plan that began with it.
  ///
  /// - Parameter now: The time of the deletion. Workouts that have been in the trash for thirty days are deleted
  ///   permanently.
  /// - Returns: The effect on the training plan, if there was one.
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: O(log n); O(m) in the person's workouts of that challenge around its week if it was a best.
  @discardableResult
  package func delete(
    _ id: Workout.ID, of name: PersonName, at now: Date
  ) throws -> PlanChange? {
    try connection.write {
      guard
        let person = try PersonStore(connection).rowID(of: name),
        let number = try moveToTrash(id, of: person, at: now)
      else { return nil }
      return try PlanStore(connection).endPlan(ofTest: number, at: now)
    }
  }

  /// Replaces the workout that has the given ID with `workout`, and moves it to the trash.
  ///
  /// - Returns: Whether the workout exists.
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: As ``delete(_:of:at:)``.
  @discardableResult
  package func correct(
    _ id: Workout.ID, with workout: Workout, of name: PersonName, at now: Date
  ) throws -> Bool {
    try connection.write {
      guard
        let person = try PersonStore(connection).rowID(of: name),
        let old = try moveToTrash(id, of: person, at: now)
      else { return false }
      let totals = try ChallengeStore(connection).totals(of: workout)
      try connection.run(
        """
        INSERT INTO workouts
          (id, person, challenge, started_at, duration_ms, reps, rep_log, replaces, day, note, skip_log,
          provenance, pause_log, figures, utc_offset, counts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .uuid(workout.id), .integer(person), .text(workout.challenge.rawValue),
        .integer(workout.startedAt.millisecondsSince1970),
        .integer(workout.duration.wholeMilliseconds),
        .integer(Int64(totals.reps)),
        .bytes(workout.log.bytes), .integer(old), .integer(workout.day),
        .text(workout.note?.text), .skipLog(workout.skips), .provenance(workout.provenance),
        .pauseLog(workout.pauses), .figures(workout.figures),
        .integer(Int64(workout.utcOffset)), .integer(totals.counts ? 1 : 0))
      try LeaderboardStore(connection).recordBests(
        of: workout, number: connection.lastInsertedRowID, on: workout.day, by: person)
      let strength = StrengthStore(connection)
      try strength.save(workout.sets, of: workout.id, by: person, correcting: id)
      try strength.saveUnits(of: workout.sets, by: person)
      return true
    }
  }

  /// Undoes a person's last deletion or correction that is still in the trash.
  ///
  /// - Returns: `nil` if there is none in the last thirty days.
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: As ``delete(_:of:at:)``.
  package func undo(
    of name: PersonName, at now: Date
  ) throws -> UndoneChange? {
    try connection.write {
      guard let person = try PersonStore(connection).rowID(of: name) else { return nil }
      let found = try connection.first(
        """
        SELECT w.number, w.deleted_at,
          w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log, w.provenance,
          w.pause_log, w.figures, w.utc_offset
        FROM workouts w JOIN people p ON p.id = w.person
        WHERE w.person = ? AND w.deleted_at >= ?
        ORDER BY w.deleted_at DESC, w.number DESC LIMIT 1
        """, .integer(person), .integer(now.trashCutoff)
      ) { (number: $0.integer(0), deletedAt: $0.integer(1), workout: try $0.workout(2)) }
      guard let found,
        let restored = try StrengthStore(connection).addingSets(to: [found.workout]).first
      else { return nil }
      let copy = try connection.first(
        "SELECT id, number FROM workouts WHERE replaces = ? AND deleted_at IS NULL",
        .integer(found.number)
      ) { (id: try $0.uuid(0), number: $0.integer(1)) }
      if let copy {
        try moveToTrash(copy.id, of: person, at: now)
        try connection.run("DELETE FROM workouts WHERE number = ?", .integer(copy.number))
      }
      try connection.run(
        "UPDATE workouts SET deleted_at = NULL WHERE number = ?", .integer(found.number))
      try LeaderboardStore(connection).recordBests(
        of: restored, number: found.number, on: restored.day, by: person)
      return UndoneChange(
        workout: restored, replaced: copy?.id,
        plan: copy == nil
          ? try PlanStore(connection).restorePlan(
            ofTest: found.number, endedAt: found.deletedAt, at: now) : nil)
    }
  }

  /// Moves a workout to the trash and removes its bests.
  ///
  /// - Returns: The number of the workout, or `nil` if the person has no such workout.
  @discardableResult
  private func moveToTrash(
    _ id: Workout.ID, of person: Int64, at now: Date
  ) throws -> Int64? {
    try connection.run(
      "DELETE FROM workouts WHERE person = ? AND deleted_at < ?", .integer(person),
      .integer(now.trashCutoff))
    let found = try connection.first(
      """
      SELECT number, challenge FROM workouts WHERE id = ? AND person = ? AND deleted_at IS NULL
      """, .uuid(id), .integer(person)
    ) { (number: $0.integer(0), challenge: Challenge.ID(rawValue: $0.text(1))) }
    guard let found else { return nil }
    try connection.run(
      "UPDATE workouts SET deleted_at = ? WHERE number = ?",
      .integer(now.millisecondsSince1970), .integer(found.number))
    try LeaderboardStore(connection).removeBests(
      of: found.number, by: person, in: found.challenge)
    return found.number
  }
}

extension Date {
  /// The time before which deletions can no longer be undone.
  fileprivate var trashCutoff: Int64 {
    addingTimeInterval(-WorkoutStore.trashRetention).millisecondsSince1970
  }
}
