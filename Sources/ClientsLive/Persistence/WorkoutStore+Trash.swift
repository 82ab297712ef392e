import Clients
import FoundationEssentials
import Models
import SQLite

extension WorkoutStore {
  /// The time for which deletions and corrections can be undone.
  static let trashRetention: TimeInterval = 30 * 86_400

  /// Moves a person's workout to the trash, which excludes it from all lists, bests and leaderboards, and ends the
  /// training plan that began with it.
  ///
  /// - Parameter now: The time of the deletion. Workouts that have been in the trash for thirty days are deleted
  ///   permanently.
  /// - Returns: The effect on the training plan, if there was one.
  /// - Throws: ``EditConflict`` if the workout was corrected or deleted, and ``DatabaseError``; nothing is changed.
  /// - Complexity: O(log n); if the workout was a best, O(m) in the workouts of the same person, challenge and week.
  @discardableResult
  package func delete(
    _ id: Workout.ID, of name: PersonName, at now: Date
  ) throws -> PlanChange? {
    try connection.write {
      let person = try connection.people.findOrCreateRowID(of: name)
      guard let number = try moveToTrash(id, of: person, at: now) else {
        throw EditConflict(current: try current(id, of: name))
      }
      return try connection.plans.endPlan(ofTest: number, at: now)
    }
  }

  /// Moves the workout with the given ID to the trash, and replaces it with `workout`.
  ///
  /// - Parameter isDeleted: Whether the workout is in the trash already.
  /// - Throws: ``EditConflict`` if the workout was corrected, or `isDeleted` is wrong, and ``DatabaseError``; nothing
  ///   is changed.
  /// - Complexity: The same as ``delete(_:of:at:)``.
  package func correct(
    _ id: Workout.ID, with workout: Workout, isDeleted: Bool = false, of name: PersonName,
    at now: Date
  ) throws {
    try connection.write {
      let person = try connection.people.findOrCreateRowID(of: name)
      if isDeleted { try EditConflict.check(try current(id, of: name), is: nil) }
      guard
        let old = try isDeleted
          ? restorePlan(ofDeleted: id, of: person, at: now) : moveToTrash(id, of: person, at: now)
      else { throw EditConflict(current: try current(id, of: name)) }
      let renamed = try connection.strength.withStoredNames(workout, correcting: id, by: person)
      guard let number = try insert(renamed, by: person, replacing: old) else {
        throw EditConflict(current: try current(id, of: name))
      }
      try connection.plans.correctTest(workout, number: number, at: now)
      try connection.strength.saveUnits(of: workout.sets, by: person)
    }
  }

  /// Returns the version of a person's workout that is not in the trash: the workout itself, or its last correction.
  ///
  /// - Complexity: O(c · log n) for c corrections.
  func current(_ id: Workout.ID, of name: PersonName) throws -> Workout? {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return nil }
      return try connection.first(
        """
        WITH RECURSIVE versions (number) AS (
          SELECT number FROM workouts WHERE id = ? AND person = ?
          UNION ALL
          SELECT w.number FROM versions v JOIN workouts w ON w.replaces = v.number
        )
        SELECT w.* FROM versions JOIN workouts_with_names w USING (number)
        WHERE w.deleted_at IS NULL LIMIT 1
        """, .uuid(id), .integer(person)
      ) { try $0.workout() }.map(connection.strength.withNewNames)
    }
  }

  /// Undoes a person's deletion or correction of a workout that is still in the trash.
  ///
  /// - Parameter change: The change; `nil` for the last one.
  /// - Returns: `nil` if there is no change in the last thirty days.
  /// - Throws: ``EditConflict`` if the workout of `change` has been changed since, and ``DatabaseError``; nothing is
  ///   changed.
  /// - Complexity: The same as ``delete(_:of:at:)``.
  package func undo(
    _ change: WorkoutChange? = nil, of name: PersonName, at now: Date
  ) throws -> UndoneChange? {
    try connection.write {
      guard let person = try connection.people.rowID(of: name) else { return nil }
      if let change {
        let current = try current(change.id, of: name)
        guard current?.id == change.copy else { throw EditConflict(current: current) }
      }
      let found = try connection.first(
        """
        SELECT * FROM workouts_with_names w
        WHERE w.person = ?1 AND w.deleted_at >= ?2 AND (?3 IS NULL OR w.id = ?3)
        ORDER BY w.deleted_at DESC, w.number DESC LIMIT 1
        """, .integer(person), .integer(now.trashCutoff), change.map { .uuid($0.id) } ?? .null
      ) {
        (
          number: $0.integer("number"), deletedAt: $0.integer("deleted_at"),
          workout: try $0.workout()
        )
      }
      guard let found else { return nil }
      let restored = try connection.strength.withNewNames(found.workout)
      let copy = try connection.first(
        "SELECT id, number FROM workouts WHERE replaces = ? AND deleted_at IS NULL",
        .integer(found.number)
      ) { (id: try $0.uuid("id"), number: $0.integer("number")) }
      if let copy {
        try moveToTrash(copy.id, of: person, at: now)
        try connection.run("DELETE FROM workouts WHERE number = ?", .integer(copy.number))
      }
      try connection.run(
        "UPDATE workouts SET deleted_at = NULL WHERE number = ?", .integer(found.number))
      try connection.leaderboard.recordBests(
        of: restored, number: found.number, by: person)
      if copy != nil {
        try connection.plans.correctTest(restored, number: found.number, at: now)
      }
      return UndoneChange(
        workout: restored, replaced: copy?.id,
        plan: copy == nil
          ? try connection.plans.restorePlan(
            ofTest: found.number, endedAt: found.deletedAt, at: now) : nil)
    }
  }

  /// Reactivates the plan that ended when its workout was deleted. Called before a correction replaces that workout.
  ///
  /// - Returns: The number of the workout, or `nil` if it is not in the trash.
  private func restorePlan(
    ofDeleted id: Workout.ID, of person: Int64, at now: Date
  ) throws -> Int64? {
    let found = try connection.first(
      """
      SELECT number, deleted_at FROM workouts WHERE id = ? AND person = ? AND deleted_at IS NOT NULL
      """, .uuid(id), .integer(person)
    ) { (number: $0.integer("number"), deletedAt: $0.integer("deleted_at")) }
    guard let found else { return nil }
    _ = try connection.plans.restorePlan(
      ofTest: found.number, endedAt: found.deletedAt, at: now)
    return found.number
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
    ) {
      (number: $0.integer("number"), challenge: Challenge.ID(rawValue: $0.text("challenge")))
    }
    guard let found else { return nil }
    try connection.run(
      "UPDATE workouts SET deleted_at = ? WHERE number = ?",
      .integer(now.millisecondsSince1970), .integer(found.number))
    try connection.leaderboard.removeBests(
      of: found.number, by: person, in: found.challenge)
    return found.number
  }
}

extension WorkoutChange {
  /// The workout that was deleted or replaced.
  fileprivate var id: Workout.ID {
    switch self {
    case .deleted(let id), .corrected(let id, _): id
    }
  }

  /// The corrected copy; `nil` for a deletion.
  fileprivate var copy: Workout.ID? {
    switch self {
    case .deleted: nil
    case .corrected(_, let copy): copy
    }
  }
}

extension Date {
  /// The time before which deletions can no longer be undone.
  fileprivate var trashCutoff: Int64 {
    addingTimeInterval(-WorkoutStore.trashRetention).millisecondsSince1970
  }
}
