import Models
import SQLite

/// The leaderboard of a challenge, of one week or of all time.
struct Board {
  let challenge: SQLValue
  let week: SQLValue

  /// - Parameter week: `nil` for all time.
  init(_ challenge: Challenge.ID, _ week: Week? = nil) {
    self.challenge = .text(challenge.rawValue)
    self.week = .integer(week?.number ?? 0)
  }
}

extension LeaderboardStore {
  /// Returns how many people have a better score than the one with this rank key.
  ///
  /// On each level of the tree: what is under the same row of the level above, and before the key.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(1): some hundreds of rows at most, whatever the number of people.
  func people(above rankKey: Int64, on board: Board) throws -> Int {
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

  /// Returns how many people are on a leaderboard.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(1).
  func people(on board: Board) throws -> Int {
    let people = try connection.first(
      "SELECT sum(people) FROM score_counts WHERE challenge = ? AND week = ? AND shift = 32",
      board.challenge, board.week
    ) { $0.count(0) }
    return people ?? 0
  }

  /// Returns how many people have a score of all time in a challenge.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(1).
  func participants(in challenge: Challenge.ID) throws -> Int { try people(on: Board(challenge)) }
}
