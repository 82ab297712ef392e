/// A generator of ranks for the lines of a sorted leaderboard, by standard competition ranking (1, 2, 2, 4).
///
/// All ranks are computed here, so that they are the same on every page.
public struct CompetitionRanking: Hashable, Sendable {
  /// The number of ranked lines.
  public private(set) var position = 0

  private var rank = 0
  private var rankKey: Int64?

  /// Creates a ranking at the top of a leaderboard.
  public init() {}

  /// Creates a ranking that continues after a cursor.
  public init(after cursor: Standing.Cursor) {
    position = cursor.position
    rank = cursor.rank
    rankKey = cursor.rankKey
  }

  /// Creates a ranking that starts at a line.
  ///
  /// - Parameters:
  ///   - position: The number of lines above it.
  ///   - rank: The rank of the line.
  ///   - rankKey: The ``Score/rankKey`` of the line.
  public init(at position: Int, rank: Int, rankKey: Int64) {
    self.position = position
    self.rank = rank
    self.rankKey = rankKey
  }

  /// Returns the rank of the next line.
  ///
  /// - Parameter rankKey: The ``Score/rankKey`` of the line; not lower than the previous one.
  public mutating func nextRank(for rankKey: Int64) -> Int {
    position += 1
    if rankKey != self.rankKey {
      self.rankKey = rankKey
      rank = position
    }
    return rank
  }
}
