import FoundationEssentials

/// Which workouts a leaderboard counts.
public enum TimeFilter: String, Hashable, Sendable, CaseIterable {
  case thisWeek = "This Week"
  case allTime = "All Time"

  /// The week it means at `now`, or `nil` when it means all time.
  public func week(at now: Date) -> Week? {
    self == .thisWeek ? Week(containing: now) : nil
  }
}
