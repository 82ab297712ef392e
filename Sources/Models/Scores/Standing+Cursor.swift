import FoundationEssentials

extension Standing {
  /// Where a page of a leaderboard ended, and what the next page must know to go on from there.
  ///
  /// It marks a line, not a number of lines, so pages neither repeat nor skip anybody when others
  /// move. It is good for the leaderboard it came from only: one challenge, and one week if it is
  /// the week's.
  public struct Cursor: Hashable, Sendable {
    public let challenge: Challenge.ID

    /// The week that was being read, or `nil` for all time.
    public let week: Week?

    public let rankKey: Int64
    public let achievedAt: Date
    public let id: Standing.ID

    /// The place of the line it marks, for those who tie with it.
    public let rank: Int

    /// How many lines stand above the next one.
    public let position: Int

    /// Marks `standing`, the line number `position` counted from 1.
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
