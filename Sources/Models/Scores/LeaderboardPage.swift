import FoundationEssentials

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

  /// The number of scores that were refused as impossible, and left out of the lines.
  public var refused: Int

  public init(
    standings: [Standing], next: Standing.Cursor?, you: Standing?, participants: Int, week: Week?,
    offset: Int = 0, refused: Int = 0
  ) {
    self.offset = offset
    self.refused = refused
    self.standings = standings
    self.next = next
    self.you = you
    self.participants = participants
    self.week = week
  }
}

extension LeaderboardPage {
  /// What is said of so many scores that were refused; `nil` where none was.
  public static func refusal(of count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 score was refused, because its rep log does not match it"
    default: "\(count) scores were refused, because their rep logs do not match them"
    }
  }
}

/// Which workouts a leaderboard counts.
public enum TimeFilter: Hashable, Sendable {
  /// Those of this week.
  case week(startingOn: Settings.WeekStart)
  case allTime

  /// This week, from Monday on.
  public static let thisWeek = TimeFilter.week(startingOn: .monday)

  /// What a screen calls it.
  public var title: String { self == .allTime ? "All time" : "This week" }

  /// The same, with weeks that begin with another day.
  public func startingWeeks(on start: Settings.WeekStart) -> TimeFilter {
    self == .allTime ? self : .week(startingOn: start)
  }

  /// Returns the week it means on a day, counted from 1970-01-01; `nil` when it means all time.
  public func week(on day: Int64) -> Week? {
    switch self {
    case .week(let start): Week(of: day, startingOn: start)
    case .allTime: nil
    }
  }
}
