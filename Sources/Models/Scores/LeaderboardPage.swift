import FoundationEssentials

/// A page of a leaderboard.
public struct LeaderboardPage: Hashable, Sendable {
  /// The number of rows of a full page.
  public static let size = 20

  /// The rows, in order.
  public var standings: [Standing]

  /// The number of rows above the first.
  public var offset: Int

  /// The start of the next page; `nil` if this is the last one.
  public var next: Standing.Cursor?

  /// The person's own row, on any page; `nil` if they aren't on this leaderboard.
  public var yourStanding: Standing?

  /// The number of people on this leaderboard.
  public var participantCount: Int

  /// The week; `nil` for all time.
  public var week: Week?

  /// The number of rejected scores, which aren't shown.
  public var rejectedCount: Int

  public init(
    standings: [Standing], next: Standing.Cursor?, yourStanding: Standing?, participantCount: Int,
    week: Week?, offset: Int = 0, rejectedCount: Int = 0
  ) {
    self.offset = offset
    self.rejectedCount = rejectedCount
    self.standings = standings
    self.next = next
    self.yourStanding = yourStanding
    self.participantCount = participantCount
    self.week = week
  }
}

extension LeaderboardPage {
  /// Returns the message about rejected scores; `nil` if there are none.
  public static func rejectionMessage(count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 score was refused, because its rep log does not match it"
    default: "\(count) scores were refused, because their rep logs do not match them"
    }
  }
}

/// The period of a leaderboard.
public enum TimeFilter: Hashable, Sendable {
  /// The current week.
  case week(startingOn: Settings.WeekStart)
  case allTime

  /// This week, from Monday on.
  public static let thisWeek = TimeFilter.week(startingOn: .monday)

  /// The title on screen.
  public var title: String { self == .allTime ? "All time" : "This week" }

  /// Returns this filter with another first day of the week.
  public func startingWeeks(on start: Settings.WeekStart) -> TimeFilter {
    self == .allTime ? self : .week(startingOn: start)
  }

  /// Returns the week that contains a day, in days since 1970-01-01; `nil` for all time.
  public func week(on day: Int64) -> Week? {
    switch self {
    case .week(let start): Week(of: day, startingOn: start)
    case .allTime: nil
    }
  }
}
