/// The workouts that a leaderboard ranks: those of a period, or only the live ones of it.
public struct LeaderboardFilter: Hashable, Sendable {
  public var period: TimeFilter

  /// Whether only live workouts are ranked (``Workout/Provenance/isLive``).
  public var isLiveOnly: Bool

  public init(_ period: TimeFilter, isLiveOnly: Bool = false) {
    self.period = period
    self.isLiveOnly = isLiveOnly
  }

  /// The title on screen: `All time`, `This week, live only`.
  public var title: String { isLiveOnly ? "\(period.title), live only" : period.title }

  /// All workouts of all time.
  public static let allTime = LeaderboardFilter(.allTime)

  /// All workouts of this week, from Monday on.
  public static let thisWeek = LeaderboardFilter(.thisWeek)
}
