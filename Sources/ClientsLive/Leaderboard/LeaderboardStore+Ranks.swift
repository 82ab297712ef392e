import Models
import SQLite

/// The key of a leaderboard: a challenge, a week or all time, and whether it has live workouts only.
struct LeaderboardKey {
  let challenge: SQLValue
  let week: SQLValue

  /// Creates the key of a leaderboard.
  ///
  /// - Parameters:
  ///   - week: The week, or `nil` for all time.
  ///   - isLiveOnly: Whether it has live workouts only.
  init(_ challenge: Challenge.ID, _ week: Week? = nil, isLiveOnly: Bool = false) {
    self.challenge = .text(challenge.rawValue)
    let number = week?.number ?? 0
    self.week = .integer(isLiveOnly ? Self.liveWeek(number) : number)
  }

  /// Returns the number under which the table of bests has the live workouts of a week: -1 for all time, whose number
  /// is 0.
  static func liveWeek(_ number: Int64) -> Int64 { ~number }

  /// Returns the number of a week from the one in the table of bests.
  static func weekNumber(_ stored: Int64) -> Int64 { stored < 0 ? ~stored : stored }
}

extension LeaderboardStore {
  /// Returns the number of people with a better score than the given rank key.
  ///
  /// The counts form a tree of buckets, in which a smaller rank key is a better score. On each level, this method
  /// sums the buckets that precede the key's bucket and have the same parent.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(1): some hundreds of rows at most, regardless of the number of people.
  func peopleCount(above rankKey: Int64, on board: LeaderboardKey) throws -> Int {
    let people = try connection.first(
      """
      WITH levels (shift, first) AS (VALUES
        (0, (?3 >> 8) << 8), (8, (?3 >> 16) << 8), (16, (?3 >> 24) << 8), (24, (?3 >> 32) << 8),
        (32, -1 << 31))
      SELECT sum(c.people) FROM levels CROSS JOIN score_counts c
      WHERE c.challenge = ?1 AND c.week = ?2 AND c.shift = levels.shift
        AND c.bucket >= levels.first AND c.bucket < ?3 >> levels.shift
      """, board.challenge, board.week, .integer(rankKey)
    ) { $0.count(0) }
    return people ?? 0
  }

  /// Returns the number of people on a leaderboard.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(1).
  func peopleCount(on board: LeaderboardKey) throws -> Int {
    let people = try connection.first(
      "SELECT sum(people) FROM score_counts WHERE challenge = ? AND week = ? AND shift = 32",
      board.challenge, board.week
    ) { $0.count(0) }
    return people ?? 0
  }

  /// Returns the number of people with a score in a challenge.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(1).
  func participantCount(in challenge: Challenge.ID) throws -> Int {
    try peopleCount(on: LeaderboardKey(challenge))
  }
}
