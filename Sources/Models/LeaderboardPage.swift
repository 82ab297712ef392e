/// A stretch of a leaderboard.
public struct LeaderboardPage: Hashable, Sendable {
  /// How many lines a full page has.
  public static let size = 20

  /// The lines, in order.
  public var standings: [Standing]

  /// How many lines stand above the first.
  public var offset: Int

  /// Where the next page goes on, or `nil` when this one is the last.
  public var next: Standing.Cursor?

  /// Your own line, wherever it is; `nil` when you are not on this leaderboard.
  public var you: Standing?

  /// How many people are on this leaderboard.
  public var participants: Int

  /// The week it is about, or `nil` for all time.
  public var week: Week?

  public init(
    standings: [Standing], next: Standing.Cursor?, you: Standing?, participants: Int, week: Week?,
    offset: Int = 0
  ) {
    self.offset = offset
    self.standings = standings
    self.next = next
    self.you = you
    self.participants = participants
    self.week = week
  }
}
