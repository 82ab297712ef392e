/// A generator of ranks for the rows of a sorted leaderboard, by standard competition ranking (1, 2, 2, 4).
///
/// All ranks are computed here, so that they are the same on every page.
public struct CompetitionRanking: Hashable, Sendable {
  /// The number of ranked rows.
  public private(set) var position = 0

  /// The rank of the last line; 0 at the top.
  public private(set) var rank = 0

  private var rankKey: Int64?

  /// Creates a ranking at the top of a leaderboard.
  public init() {}

  /// Creates a ranking that continues after a cursor.
  public init(after cursor: Standing.Cursor) {
    position = cursor.position
    rank = cursor.rank
    rankKey = cursor.rankKey
  }

  /// Creates a ranking that starts at a row.
  ///
  /// - Parameters:
  ///   - position: The number of rows above it.
  ///   - rank: The rank of the row.
  ///   - rankKey: The ``Score/rankKey`` of the row.
  public init(at position: Int, rank: Int, rankKey: Int64) {
    self.position = position
    self.rank = rank
    self.rankKey = rankKey
  }

  /// Returns the rank of the next row.
  ///
  /// - Parameter rankKey: The ``Score/rankKey`` of the row; not lower than the previous one.
  public mutating func nextRank(for rankKey: Int64) -> Int {
    position += 1
    if rankKey != self.rankKey {
      self.rankKey = rankKey
      rank = position
    }
    return rank
  }
}
