import FoundationEssentials
import Models
import SQLite

/// The challenges that people made, in all their versions.
public struct ChallengeStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Returns the challenges that come with the program, and those that people made.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: As ``own()``.
  public func catalogue() throws -> Catalogue { Catalogue.standard.adding(try own()) }

  /// Returns the challenges that people made, and of those that were deleted the last version each.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in all their versions, a few dozen.
  public func own() throws -> OwnChallenges {
    try connection.read {
      let current = try connection.all(
        """
        SELECT id, name, kind, scored_by, amount, how, rounds FROM own_challenges
        WHERE is_current = 1 ORDER BY id
        """
      ) { try $0.ownChallenge() }
      var deleted: [Challenge.ID: Challenge] = [:]
      // In their order, so that the last version remains.
      let versions = try connection.all(
        """
        SELECT id, name, kind, scored_by, amount, how, rounds FROM own_challenges
        WHERE is_current = 0 ORDER BY deleted_at
        """
      ) { try $0.ownChallenge() }
      for challenge in versions { deleted[challenge.id] = challenge }
      for challenge in current { deleted[challenge.id] = nil }
      return OwnChallenges(
        current: current, deleted: deleted.values.sorted { $0.id.rawValue < $1.id.rawValue })
    }
  }

  /// Returns how a challenge is scored, whether it came with the program or a person made it.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n).
  func scoring(of id: Challenge.ID, in catalogue: Catalogue) throws -> Challenge.Scoring? {
    try catalogue[id]?.scoring ?? ownScoring(of: id)
  }

  /// Returns how a challenge that a person made is scored, deleted or not.
  ///
  /// - Throws: ``DatabaseError``.
  func ownScoring(of id: Challenge.ID) throws -> Challenge.Scoring? {
    guard id.isOwn else { return nil }
    return try connection.first(
      """
      SELECT id, name, kind, scored_by, amount, how, rounds FROM own_challenges WHERE id = ? LIMIT 1
      """, .text(id.rawValue)
    ) { try $0.ownChallenge().scoring }
  }

  /// Adds a challenge.
  ///
  /// - Returns: The challenge with a key that no other had before.
  /// - Throws: ``DatabaseError``.
  package func add(_ challenge: Challenge) throws -> Challenge {
    try connection.write {
      var id = challenge.id
      var number = 1
      while try ownScoring(of: id) != nil {
        number += 1
        id = Challenge.ID(rawValue: "\(challenge.id.rawValue)-\(number)")
      }
      let kept = challenge.renamed(id)
      try insert(kept)
      return kept
    }
  }

  /// - Throws: ``DatabaseError``.
  func edit(_ challenge: Challenge, at now: Date) throws {
    try connection.write {
      guard try retire(challenge.id, at: now) else { return }
      try insert(challenge)
    }
  }

  /// - Throws: ``DatabaseError``.
  func delete(_ id: Challenge.ID, at now: Date) throws {
    try connection.write { _ = try retire(id, at: now) }
  }

  /// - Throws: ``DatabaseError``.
  func undo(at now: Date) throws -> Challenge? {
    try connection.write {
      let last = try connection.first(
        """
        SELECT id, name, kind, scored_by, amount, how, rounds, number FROM own_challenges
        WHERE is_current = 0 AND deleted_at >= ? ORDER BY deleted_at DESC, number DESC LIMIT 1
        """, .integer(now.addingTimeInterval(-WorkoutStore.trashTime).millisecondsSince1970)
      ) { (challenge: try $0.ownChallenge(), number: $0.integer(7)) }
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

  /// - Returns: Whether there was such a challenge.
  private func retire(_ id: Challenge.ID, at now: Date) throws -> Bool {
    try connection.run(
      "UPDATE own_challenges SET is_current = 0, deleted_at = ? WHERE id = ? AND is_current = 1",
      .integer(now.millisecondsSince1970), .text(id.rawValue))
    return connection.changes > 0
  }

  private func insert(_ challenge: Challenge) throws {
    let (measure, amount) = challenge.scoring.columns
    try connection.run(
      """
      INSERT INTO own_challenges (id, name, kind, scored_by, amount, how, rounds, is_current)
      VALUES (?, ?, ?, ?, ?, ?, ?, 1)
      """,
      .text(challenge.id.rawValue), .text(challenge.name), .text(challenge.kind.rawValue),
      .text(measure), .integer(amount), .text(challenge.how.joined(separator: "\n")),
      .text(challenge.intervals?.text ?? ""))
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
  /// Columns: id, name, kind, scored_by, amount, how, rounds.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  fileprivate func ownChallenge() throws -> Challenge {
    let scoring = try ownScoring(3)
    guard let kind = Challenge.Kind(rawValue: text(2)) else {
      throw damaged("a challenge of no known kind")
    }
    return .own(
      Challenge.ID(rawValue: text(0)), name: PersonName.displayable(text(1)), kind: kind,
      scoring: scoring,
      how: text(5).split(separator: "\n").map(\.visibleText),
      intervals: IntervalPlan(text: text(6)))
  }

  /// Reads how a challenge that a person made is scored, from the columns `scored_by` and `amount`.
  ///
  /// - Parameter first: The first of the two.
  /// - Throws: ``DatabaseError`` with the reason `corrupt` for values that Ladder does not write.
  func ownScoring(_ first: Int32) throws -> Challenge.Scoring {
    switch (text(first), integer(first + 1)) {
    case ("reps", 1...86_400_000): .reps(within: duration(first + 1))
    case ("time", 1...100_000): .time(forReps: count(first + 1))
    case ("hold", _): .hold
    default: throw damaged("a challenge that nobody can score")
    }
  }
}
