import FoundationEssentials
import Models
import SQLite

extension WorkoutStore {
  /// Returns a person's finished workouts, newest first, without deleted ones.
  ///
  /// - Parameters:
  ///   - challenge: The challenge to filter by, or `nil` for all challenges.
  ///   - after: The last workout of the previous page.
  ///   - limit: The maximum number of workouts; none if it is not positive.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(`limit` + log n).
  public func history(
    of name: PersonName, challenge: Challenge.ID? = nil, after: Workout.Cursor? = nil, limit: Int
  ) throws -> [Workout] {
    guard limit > 0 else { return [] }
    return try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return [] }
      // A position after all workouts: a time that no workout has, and an ID that is never compared.
      let startedAt = after?.startedAt.millisecondsSince1970 ?? .max
      let id = after.map { SQLValue.uuid($0.id) } ?? .bytes([])
      if let challenge {
        let found = try connection.all(
          """
          SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log, w.provenance,
            w.pause_log, w.figures, w.utc_offset
          FROM workouts w JOIN people p ON p.id = w.person
          WHERE w.person = ? AND w.challenge = ? AND w.deleted_at IS NULL
            AND (w.started_at, w.id) < (?, ?)
          ORDER BY w.started_at DESC, w.id DESC LIMIT ?
          """,
          .integer(person), .text(challenge.rawValue), .integer(startedAt), id,
          .integer(Int64(limit))
        ) { try $0.workout() }
        return try StrengthStore(connection).addingSets(to: found)
      }
      let found = try connection.all(
        """
        SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log, w.provenance,
          w.pause_log, w.figures, w.utc_offset
        FROM workouts w JOIN people p ON p.id = w.person
        WHERE w.person = ? AND w.deleted_at IS NULL AND (w.started_at, w.id) < (?, ?)
        ORDER BY w.started_at DESC, w.id DESC LIMIT ?
        """,
        .integer(person), .integer(startedAt), id, .integer(Int64(limit))
      ) { try $0.workout() }
      return try StrengthStore(connection).addingSets(to: found)
    }
  }

  /// Returns a person's latest workout in a challenge that a person can have done and that has a score.
  ///
  /// Of an unknown challenge, workouts need no score.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(k + log n) for k later workouts that do not count.
  package func last(
    of name: PersonName, in challenge: Challenge.ID
  ) throws -> Workout? {
    let known = try ChallengeStore(connection).challenge(challenge)
    var cursor: Workout.Cursor?
    var limit = 1
    while true {
      let page = try history(of: name, challenge: challenge, after: cursor, limit: limit)
      if let last = page.first(where: { $0.isEligible(in: known) }) { return last }
      guard page.count == limit, let end = page.last?.cursor, end != cursor else { return nil }
      (cursor, limit) = (end, 50)
    }
  }

  /// Returns a finished workout of any person.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n).
  func workout(_ id: Workout.ID) throws -> Workout? {
    let found = try connection.first(
      """
      SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log, w.provenance,
        w.pause_log, w.figures, w.utc_offset
      FROM workouts w JOIN people p ON p.id = w.person
      WHERE w.id = ? AND w.deleted_at IS NULL
      """, .uuid(id)
    ) { try $0.workout() }
    return try found.flatMap { try StrengthStore(connection).addingSets(to: [$0]).first }
  }

  /// Returns finished workouts of any person whose ID begins with the given digits.
  ///
  /// - Parameters:
  ///   - digits: At most 32 hexadecimal digits.
  ///   - limit: The maximum number of workouts.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n + limit).
  public func workouts(idPrefix digits: String, limit: Int) throws -> [Workout] {
    func bound(_ digit: String) -> [UInt8] {
      let whole = Array(digits + String(repeating: digit, count: max(0, 32 - digits.utf8.count)))
      return stride(from: 0, to: 32, by: 2).map {
        UInt8(String(whole[$0...($0 + 1)]), radix: 16) ?? 0
      }
    }
    let found = try connection.all(
      """
      SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log, w.provenance,
        w.pause_log, w.figures, w.utc_offset
      FROM workouts w JOIN people p ON p.id = w.person
      WHERE w.id BETWEEN ? AND ? AND w.deleted_at IS NULL ORDER BY w.id LIMIT ?
      """, .bytes(bound("0")), .bytes(bound("f")), .integer(Int64(limit))
    ) { try $0.workout() }
    return try StrengthStore(connection).addingSets(to: found)
  }

  /// Returns the length of the shortest prefix, in hexadecimal digits, that an ID shares with no other workout's ID.
  ///
  /// The workouts of all people are compared, and deleted ones too, so that `undo` makes no printed ID ambiguous.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n).
  public func uniquePrefixLength(of id: Workout.ID) throws -> Int {
    let neighbors =
      try connection.all(
        "SELECT id FROM workouts WHERE id < ? ORDER BY id DESC LIMIT 1", .uuid(id)
      ) { try $0.uuid(0) }
      + connection.all(
        "SELECT id FROM workouts WHERE id > ? ORDER BY id LIMIT 1", .uuid(id)
      ) { try $0.uuid(0) }
    return neighbors.map { id.hexadecimalDigits(inCommonWith: $0) + 1 }.max() ?? 1
  }

  /// Returns a person's best complete workout in a challenge.
  ///
  /// - Parameter isLiveOnly: Whether it must be a live workout (``Workout/Provenance/isLive``).
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n).
  package func best(
    of name: PersonName, in challenge: Challenge.ID, isLiveOnly: Bool = false
  ) throws -> Workout? {
    let board = LeaderboardKey(challenge, isLiveOnly: isLiveOnly)
    return try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return nil }
      return try connection.first(
        """
        SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, p.name, w.note, w.skip_log, w.provenance,
          w.pause_log, w.figures, w.utc_offset
        FROM bests b
        JOIN workouts w ON w.number = b.workout
        JOIN people p ON p.id = b.person
        WHERE b.challenge = ? AND b.week = ? AND b.person = ? AND b.rank_key <= ?
        """, board.challenge, board.week, .integer(person), .integer(Score.maxCompleteRankKey)
      ) { try $0.workout() }
    }
  }
}

extension UUID {
  /// Returns the number of leading hexadecimal digits that two IDs have in common.
  fileprivate func hexadecimalDigits(inCommonWith other: UUID) -> Int {
    zip(uuidString, other.uuidString).prefix { $0 == $1 }.count { $0.0 != "-" }
  }
}
