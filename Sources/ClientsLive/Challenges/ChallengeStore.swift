import Clients
import FoundationEssentials
import Models
import SQLite

/// A store of custom challenges, with all their versions.
public struct ChallengeStore {
  let connection: Connection

  /// Creates the store of an open Ladder database.
  public init(_ connection: Connection) { self.connection = connection }

  /// Returns the built-in and the custom challenges.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: As ``custom()``.
  public func catalogue() throws -> Catalogue { Catalogue.standard.adding(try custom()) }

  /// Returns the custom challenges, and the last versions of deleted ones.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in all versions, a few dozen.
  public func custom() throws -> CustomChallenges {
    try connection.read {
      let current = try connection.all(
        """
        SELECT id, name, kind, scored_by, amount, how, rounds FROM own_challenges
        WHERE is_current = 1 ORDER BY id
        """
      ) { try $0.customChallenge() }
      var deleted: [Challenge.ID: Challenge] = [:]
      // Sorted by deletion time, so that the last version wins.
      let versions = try connection.all(
        """
        SELECT id, name, kind, scored_by, amount, how, rounds FROM own_challenges
        WHERE is_current = 0 ORDER BY deleted_at
        """
      ) { try $0.customChallenge() }
      for challenge in versions { deleted[challenge.id] = challenge }
      for challenge in current { deleted[challenge.id] = nil }
      return CustomChallenges(
        current: current, deleted: deleted.values.sorted { $0.id.rawValue < $1.id.rawValue })
    }
  }

  /// Returns a built-in challenge, or a version of a custom one, even if it was deleted.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n).
  func challenge(_ id: Challenge.ID) throws -> Challenge? {
    try Catalogue.standard[id] ?? customChallenge(id)
  }

  /// Returns a version of a custom challenge, even if it was deleted. All have the same scoring and routine.
  ///
  /// - Throws: ``DatabaseError``.
  func customChallenge(_ id: Challenge.ID) throws -> Challenge? {
    guard id.isCustom else { return nil }
    return try connection.first(
      """
      SELECT id, name, kind, scored_by, amount, how, rounds FROM own_challenges WHERE id = ? LIMIT 1
      """, .text(id.rawValue)
    ) { try $0.customChallenge() }
  }

  /// Returns the version of a custom challenge that is not deleted.
  ///
  /// - Throws: ``DatabaseError``.
  private func currentVersion(of id: Challenge.ID) throws -> Challenge? {
    try connection.first(
      """
      SELECT id, name, kind, scored_by, amount, how, rounds FROM own_challenges
      WHERE id = ? AND is_current = 1
      """, .text(id.rawValue)
    ) { try $0.customChallenge() }
  }

  /// Returns what a workout adds to totals. Stored in the columns `reps` and `counts`.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n) in the challenges, and O(n) in the reps, the skips and the sets.
  func totals(of workout: Workout) throws -> WorkoutTotals {
    WorkoutTotals(of: workout, in: try challenge(workout.challenge))
  }

  /// Adds a custom challenge.
  ///
  /// - Returns: The challenge with a unique ID.
  /// - Throws: ``DatabaseError``.
  package func add(_ challenge: Challenge) throws -> Challenge {
    try connection.write {
      var id = challenge.id
      var number = 1
      while try customChallenge(id) != nil {
        number += 1
        id = Challenge.ID(rawValue: "\(challenge.id.rawValue)-\(number)")
      }
      let added = challenge.withID(id)
      try insert(added)
      return added
    }
  }

  /// Returns the built-in or custom challenge with the same routine and scoring, or adds the challenge if there is none.
  ///
  /// A number is appended to a name that another challenge has, such as one that begins with the same 200 columns.
  ///
  /// - Throws: ``DatabaseError``.
  package func findOrAdd(_ challenge: Challenge) throws -> Challenge {
    try connection.write {
      let catalogue = try catalogue()
      if let known = catalogue.equivalent(of: challenge) { return known }
      let names = Set(catalogue.challenges.map { $0.name.lowercased() })
      var (name, number) = (challenge.name, 1)
      while names.contains(name.lowercased()) {
        number += 1
        name = challenge.name(numbered: number)
      }
      return try add(challenge.withName(name))
    }
  }

  /// Replaces a challenge with a new version.
  ///
  /// - Parameter seen: The current version; `nil` if it was deleted.
  /// - Throws: ``EditConflict`` if there is another one than `seen`, and ``DatabaseError``; nothing is changed.
  func edit(_ challenge: Challenge, replacing seen: Challenge?, at now: Date) throws {
    try connection.write {
      try EditConflict.check(try currentVersion(of: challenge.id), is: seen)
      _ = try markDeleted(challenge.id, at: now)
      try insert(challenge)
    }
  }

  /// Replaces a challenge with a version from another machine. The version until now can be restored by ``undo(at:)``.
  ///
  /// - Throws: ``DatabaseError``. Must be called in a transaction.
  func replace(_ challenge: Challenge, isDeleted: Bool, at now: Date) throws {
    let last = try connection.first(
      """
      SELECT id, name, kind, scored_by, amount, how, rounds, is_current, coalesce(deleted_at, 0)
      FROM own_challenges WHERE id = ? ORDER BY is_current DESC, deleted_at DESC, number DESC LIMIT 1
      """, .text(challenge.id.rawValue)
    ) { (challenge: try $0.customChallenge(), isDeleted: $0.integer(7) == 0, at: $0.date(8)) }
    if let last, last.challenge == challenge, last.isDeleted == isDeleted { return }
    // Not before the last version, which may be from a machine whose clock is ahead.
    let now = max(now, last?.at ?? now)
    _ = try markDeleted(challenge.id, at: now)
    if isDeleted, last?.challenge == challenge { return }
    try insert(challenge)
    if isDeleted { _ = try markDeleted(challenge.id, at: now) }
  }

  /// Deletes a challenge, which can be restored by ``undo(_:at:)``.
  ///
  /// - Throws: ``EditConflict`` if there is another version of it, and ``DatabaseError``; nothing is changed.
  func delete(_ challenge: Challenge, at now: Date) throws {
    try connection.write {
      try EditConflict.check(try currentVersion(of: challenge.id), is: challenge)
      _ = try markDeleted(challenge.id, at: now)
    }
  }

  /// Undoes a change or deletion in the retention period of the trash.
  ///
  /// - Parameter change: The change; `nil` for the last one.
  /// - Returns: The restored challenge, or `nil` if there is nothing to undo.
  /// - Throws: ``EditConflict`` if the challenge of `change` has been changed since, and ``DatabaseError``; nothing is
  ///   changed.
  func undo(_ change: ChallengeChange? = nil, at now: Date) throws -> Challenge? {
    try connection.write {
      if let change {
        try EditConflict.check(try currentVersion(of: change.id), is: change.version)
      }
      let last = try connection.first(
        """
        SELECT id, name, kind, scored_by, amount, how, rounds, number FROM own_challenges
        WHERE is_current = 0 AND deleted_at >= ?1 AND (?2 IS NULL OR id = ?2)
        ORDER BY deleted_at DESC, number DESC LIMIT 1
        """, .integer(now.addingTimeInterval(-WorkoutStore.trashRetention).millisecondsSince1970),
        .text(change?.id.rawValue)
      ) { (challenge: try $0.customChallenge(), number: $0.integer(7)) }
      guard let last else { return nil }
      try connection.run(
        "DELETE FROM own_challenges WHERE id = ? AND is_current = 1",
        .text(last.challenge.id.rawValue))
      try connection.run(
        "UPDATE own_challenges SET is_current = 1, deleted_at = NULL WHERE number = ?",
        .integer(last.number))
      return last.challenge
    }
  }

  /// Marks the current version of a challenge as deleted.
  ///
  /// - Returns: Whether the challenge exists.
  private func markDeleted(_ id: Challenge.ID, at now: Date) throws -> Bool {
    try connection.run(
      "UPDATE own_challenges SET is_current = 0, deleted_at = ? WHERE id = ? AND is_current = 1",
      .integer(now.millisecondsSince1970), .text(id.rawValue))
    return connection.changedRowCount > 0
  }

  private func insert(_ challenge: Challenge) throws {
    let (measure, amount) = challenge.scoring.columns
    try connection.run(
      """
      INSERT INTO own_challenges (id, name, kind, scored_by, amount, how, rounds, is_current)
      VALUES (?, ?, ?, ?, ?, ?, ?, 1)
      """,
      .text(challenge.id.rawValue), .text(challenge.name), .text(challenge.kind.rawValue),
      .text(measure), .integer(amount), .text(challenge.instructions.joined(separator: "\n")),
      .text(challenge.storedRounds))
  }
}

extension Challenge.Scoring {
  fileprivate var columns: (measure: String, amount: Int64) {
    switch self {
    case .reps(let limit): ("reps", limit.wholeMilliseconds)
    case .time(let goal): ("time", Int64(goal))
    case .hold: ("hold", 0)
    }
  }
}

extension Row {
  /// Reads the columns id, name, kind, scored_by, amount, how and rounds.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  fileprivate func customChallenge() throws -> Challenge {
    let scoring = try customScoring(3)
    guard let kind = Challenge.Kind(rawValue: text(2)) else {
      throw corruptionError("a challenge with an unknown kind")
    }
    let id = Challenge.ID(rawValue: text(0))
    let name = Challenge.displayableName(text(1))
    let instructions = text(5).split(separator: "\n").map(\.escapedText)
    // Rounds that can't be parsed don't affect the score.
    return .custom(
      id, name: name, kind: kind, scoring: scoring, instructions: instructions,
      storedRounds: text(6))
      ?? .custom(id, name: name, kind: kind, scoring: scoring, instructions: instructions)
  }

  /// Reads the scoring of a custom challenge from the columns `scored_by` and `amount`.
  ///
  /// - Parameter first: The index of `scored_by`.
  /// - Throws: ``DatabaseError`` with the reason `corrupt` for values that Ladder never writes.
  func customScoring(_ first: Int32) throws -> Challenge.Scoring {
    switch (text(first), integer(first + 1)) {
    case ("reps", 1...86_400_000): .reps(within: duration(first + 1))
    case ("time", 1...100_000): .time(forReps: count(first + 1))
    case ("hold", _): .hold
    default: throw corruptionError("a challenge with an unknown scoring")
    }
  }
}
