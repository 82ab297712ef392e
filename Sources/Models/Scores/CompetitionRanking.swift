/// Hands out places along a leaderboard that is in order: who ties shares the higher place, and the
/// next one's place counts everybody above (1, 2, 2, 4).
///
/// The one function that decides a place, wherever the scores come from and however they are paged.
public struct CompetitionRanking: Hashable, Sendable {
  /// How many lines have been placed.
  public private(set) var position = 0

  private var rank = 0
  private var rankKey: Int64?

  /// Starts at the top of a leaderboard.
  public init() {}

  /// Goes on behind the line that `cursor` marks.
  public init(after cursor: Standing.Cursor) {
    position = cursor.position
    rank = cursor.rank
    rankKey = cursor.rankKey
  }

  /// Starts at a line somewhere down a leaderboard.
  ///
  /// - Parameters:
  ///   - position: How many lines stand above it.
  ///   - rank: Its place.
  ///   - rankKey: Its ``Score/rankKey``.
  public init(at position: Int, rank: Int, rankKey: Int64) {
    self.position = position
    self.rank = rank
    self.rankKey = rankKey
  }

  /// The place of the next line down.
  ///
  /// - Parameter rankKey: Its ``Score/rankKey``; not lower than the one before.
  public mutating func place(_ rankKey: Int64) -> Int {
    position += 1
    if rankKey != self.rankKey {
      self.rankKey = rankKey
      rank = position
    }
    return rank
  }
}
