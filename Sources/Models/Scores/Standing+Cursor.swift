import FoundationEssentials

extension Standing {
  /// The end of a page of a leaderboard, from which the next page continues.
  ///
  /// It identifies a row and not an offset, so that pages neither repeat nor skip people when ranks change. It is valid
  /// for the same challenge and week only.
  public struct Cursor: Hashable, Sendable {
    public let challenge: Challenge.ID

    /// The week; `nil` for all time.
    public let week: Week?

    public let rankKey: Int64
    public let achievedAt: Date
    public let id: Standing.ID

    /// The rank of the last row, which the next row shares if it has the same score.
    public let rank: Int

    /// The number of rows up to and including the last one.
    public let position: Int

    /// Creates a cursor after `standing`, whose position, counted from 1, is `position`.
    public init(challenge: Challenge.ID, week: Week?, standing: Standing, position: Int) {
      self.challenge = challenge
      self.week = week
      rankKey = standing.score.rankKey
      achievedAt = standing.achievedAt
      id = standing.id
      rank = standing.rank
      self.position = position
    }
  }
}
