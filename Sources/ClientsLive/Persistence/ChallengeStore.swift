import Clients
import FoundationEssentials
import Models
import SQLite

/// A store of custom challenges, with all their versions.
public struct ChallengeStore {
  let connection: Connection

  /// Returns the built-in and the custom challenges.
  ///
  /// - Complexity: The same as ``custom()``.
  public func catalogue() throws -> Catalogue { Catalogue.standard.adding(try custom()) }

  /// Returns the custom challenges, and the last versions of deleted ones.
  ///
  /// - Complexity: O(n) in the number of versions, which is usually a few dozen.
  public func custom() throws -> CustomChallenges {
    try connection.read {
      let current = try connection.all(
        """
        SELECT * FROM own_challenges
        WHERE is_current = 1 ORDER BY id
        """
      ) { try $0.customChallenge() }
      var deleted: [Challenge.ID: Challenge] = [:]
      // Sorted by deletion time, so that the last version wins.
      let versions = try connection.all(
        """
        SELECT * FROM own_challenges
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
  /// - Complexity: O(log n).
  func challenge(_ id: Challenge.ID) throws -> Challenge? {
    try Catalogue.standard[id] ?? customChallenge(id)
  }

  /// Returns a version of a custom challenge, even if it was deleted. All versions have the same scoring and routine.
  func customChallenge(_ id: Challenge.ID) throws -> Challenge? {
    guard id.isCustom else { return nil }
    return try connection.first(
      """
      SELECT * FROM own_challenges WHERE id = ? LIMIT 1
      """, .text(id.rawValue)
    ) { try $0.customChallenge() }
  }

  /// Returns the current version of a custom challenge; `nil` if the challenge is deleted.
  private func currentVersion(of id: Challenge.ID) throws -> Challenge? {
    try connection.first(
      """
      SELECT * FROM own_challenges
      WHERE id = ? AND is_current = 1
      """, .text(id.rawValue)
    ) { try $0.customChallenge() }
  }

  /// Returns the columns that are computed from a workout's log.
  ///
  /// - Complexity: O(log n) in the challenges, and O(n) in the reps, the skips and the sets.
  func derivedColumns(of workout: Workout) throws -> DerivedColumns {
    DerivedColumns(
      of: workout, in: try challenge(workout.challenge), try connection.dayStart)
  }

  /// Adds a custom challenge.
  ///
  /// - Returns: The challenge with a unique ID.
  package func add(_ challenge: Challenge) throws -> Challenge {
    try connection.write {
      var id = challenge.id
      var number = 1
      while try customChallenge(id) != nil {
        number += 1
        id = Challenge.ID(rawValue: "\(challenge.id.rawValue)-\(number)")
      }
      let added = challenge.with(id: id)
      try insert(added)
      return added
    }
  }

  /// Returns the built-in or custom challenge with the same routine and scoring, or adds the challenge if there is none.
  ///
  /// If another challenge has the same name, a number is appended; the name is cut so that both fit in 200 columns.
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
      return try add(challenge.with(name: name))
    }
  }

  /// Adds custom challenges, and deletes those with the same names that differ. Their workouts keep their scores, because
  /// a deleted challenge stays.
  package func add(_ challenges: [Challenge], at now: Date) throws {
    try connection.write {
      let current = Dictionary(grouping: try custom().current, by: \.name.nameKey)
      for challenge in challenges {
        let known = current[challenge.name.nameKey] ?? []
        guard !known.contains(where: { $0.with(id: challenge.id) == challenge }) else { continue }
        for old in known { _ = try markDeleted(old.id, at: now) }
        _ = try add(challenge)
      }
    }
  }

  /// Replaces a challenge with a new version.
  ///
  /// - Parameter seen: The version that the caller expects to replace; `nil` for a deleted challenge.
  /// - Throws: ``EditConflict`` if the current version is not `seen`, and ``DatabaseError``; nothing is changed.
  func edit(_ challenge: Challenge, replacing seen: Challenge?, at now: Date) throws {
    try connection.write {
      try EditConflict.check(try currentVersion(of: challenge.id), is: seen)
      _ = try markDeleted(challenge.id, at: now)
      try insert(challenge)
    }
  }

  /// Replaces a challenge with a version from another machine. ``undo(_:at:)`` restores the previous version.
  ///
  /// - Precondition: A transaction is open.
  func replace(_ challenge: Challenge, isDeleted: Bool, at now: Date) throws {
    let last = try connection.first(
      """
      SELECT * FROM own_challenges WHERE id = ? ORDER BY is_current DESC, deleted_at DESC, number DESC LIMIT 1
      """, .text(challenge.id.rawValue)
    ) {
      (
        challenge: try $0.customChallenge(), isDeleted: $0.integer("is_current") == 0,
        at: $0.date("deleted_at")
      )
    }
    if let last, last.challenge == challenge, last.isDeleted == isDeleted { return }
    // The time must not precede the last version, which may be from a machine whose clock is ahead.
    let now = max(now, last?.at ?? now)
    _ = try markDeleted(challenge.id, at: now)
    if isDeleted, last?.challenge == challenge { return }
    try insert(challenge)
    if isDeleted { _ = try markDeleted(challenge.id, at: now) }
  }

  /// Deletes a challenge, which ``undo(_:at:)`` can restore.
  ///
  /// - Throws: ``EditConflict`` if the current version differs, and ``DatabaseError``; nothing is changed.
  func delete(_ challenge: Challenge, at now: Date) throws {
    try connection.write {
      try EditConflict.check(try currentVersion(of: challenge.id), is: challenge)
      _ = try markDeleted(challenge.id, at: now)
    }
  }

  /// Undoes a change or deletion that was made within the retention period of the trash.
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
        SELECT * FROM own_challenges
        WHERE is_current = 0 AND deleted_at >= ?1 AND (?2 IS NULL OR id = ?2)
        ORDER BY deleted_at DESC, number DESC LIMIT 1
        """, .integer(now.addingTimeInterval(-WorkoutStore.trashRetention).millisecondsSince1970),
        .text(change?.id.rawValue)
      ) { (challenge: try $0.customChallenge(), number: $0.integer("number")) }
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
    try connection.insert(
      ChallengeRecord(challenge), into: "own_challenges", with: ["is_current": .integer(1)])
  }
}

/// A custom challenge: a row of the table `own_challenges`, and a challenge in the journal.
struct ChallengeRecord: Codable, Hashable {
  var id: String
  var name: String
  var kind: String
  var scoredBy: String
  var amount: Int64
  /// The instructions, one per line.
  var how: String
  /// The text of the routine; empty for a single set.
  var rounds: String
  /// In the journal: whether the challenge was deleted. Workouts still need its name and scoring.
  var isDeleted: Bool?

  private enum CodingKeys: String, CodingKey {
    case id, name, kind, amount, how, rounds
    case scoredBy = "scored_by"
    case isDeleted = "is_deleted"
  }
}

extension ChallengeRecord {
  init(_ challenge: Challenge) {
    let (scoredBy, amount): (String, Int64) =
      switch challenge.scoring {
      case .reps(let limit): ("reps", limit.wholeMilliseconds)
      case .time(let goal): ("time", Int64(goal))
      case .hold: ("hold", 0)
      }
    self.init(
      id: challenge.id.rawValue, name: challenge.name, kind: challenge.kind.rawValue,
      scoredBy: scoredBy, amount: amount, how: challenge.instructions.joined(separator: "\n"),
      rounds: challenge.storedRounds)
  }

  /// The scoring; `nil` for values that Ladder never writes.
  var scoring: Challenge.Scoring? {
    switch (scoredBy, amount) {
    case ("reps", 1...86_400_000): .reps(within: .milliseconds(amount))
    case ("time", 1...100_000): .time(forReps: Int(amount))
    case ("hold", _): .hold
    default: nil
    }
  }

  /// The challenge; `nil` if it is invalid.
  var challenge: Challenge? {
    guard let scoring, let kind = Challenge.Kind(rawValue: kind) else { return nil }
    return .custom(
      Challenge.ID(rawValue: id), name: Challenge.displayableName(name), kind: kind,
      scoring: scoring, instructions: how.split(separator: "\n").map(\.escapedText),
      storedRounds: rounds)
  }
}

extension Row {
  /// Reads a challenge.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  fileprivate func customChallenge() throws -> Challenge {
    var record = try decode(ChallengeRecord.self)
    if let challenge = record.challenge { return challenge }
    // Rounds that can't be parsed don't affect the score.
    record.rounds = ""
    guard let challenge = record.challenge else {
      throw corruptionError(
        "a challenge with an unknown \(record.scoring == nil ? "scoring" : "kind")")
    }
    return challenge
  }
}
