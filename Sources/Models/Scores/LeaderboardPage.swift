import FoundationEssentials

/// A page of a leaderboard.
public struct LeaderboardPage: Hashable, Sendable {
  /// The number of rows of a full page.
  public static let size = 20

  /// The rows, in order.
  public var standings: [Standing]

  /// The last row, after which the next page begins; `nil` if this is the last page.
  public var next: Standing.Cursor?

  /// The first row, before which the previous page ends; `nil` if this is the first page.
  public var previous: Standing.Cursor?

  /// The person's row, even if it is on another page; `nil` if they aren't on this leaderboard.
  public var yourStanding: Standing?

  /// The number of people on this leaderboard.
  public var participantCount: Int

  /// The week; `nil` for all time.
  public var week: Week?

  /// The number of rejected scores, which aren't shown.
  public var rejectedCount: Int

  /// The time at which a server returned the page; `nil` for a page of this machine, which is never out of date.
  public var loadedAt: Date?

  /// The reason why this page may be out of date, as a sentence; `nil` if it is current.
  public var offlineReason: String?

  public init(
    standings: [Standing], next: Standing.Cursor?, previous: Standing.Cursor? = nil,
    yourStanding: Standing?, participantCount: Int, week: Week?, rejectedCount: Int = 0,
    loadedAt: Date? = nil, offlineReason: String? = nil
  ) {
    self.standings = standings
    self.next = next
    self.previous = previous
    self.yourStanding = yourStanding
    self.participantCount = participantCount
    self.week = week
    self.rejectedCount = rejectedCount
    self.loadedAt = loadedAt
    self.offlineReason = offlineReason
  }

  /// Returns the message about rejected scores; `nil` if there are none.
  public static func rejectionMessage(count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 score was refused, because its rep log does not match it"
    default: "\(count) scores were refused, because their rep logs do not match them"
    }
  }
}

/// A part of a leaderboard.
public enum LeaderboardRange: Hashable, Sendable {
  /// The page after the one with this ``LeaderboardPage/next``; `nil` for the first page.
  case after(Standing.Cursor?)
  /// The page before the one with this ``LeaderboardPage/previous``; `nil` for the last page.
  case before(Standing.Cursor?)
  /// The page around a person's current entry.
  case around(Standing)
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

  /// Returns this filter with a different first day of the week.
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

// MARK: - Filters

/// The workouts that a leaderboard ranks: those of a period, optionally only live ones.
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

// MARK: - Groups

/// A group that this machine has joined: people who share leaderboards on a server.
public struct JoinedGroup: Identifiable, Hashable, Sendable {
  /// The ID on this machine, which commands use.
  public struct ID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public let id: ID
  /// The group's name.
  public var name: String
  /// The name of the person in the group.
  public var member: String

  public init(id: ID, name: String, member: String) {
    self.id = id
    self.name = name
    self.member = member
  }
}

/// The publication of a challenge's workouts in a group.
public struct Publication: Hashable, Sendable {
  public var isOn: Bool
  /// The number of workouts that wait for the network.
  public var waitingCount: Int
  /// The reason why the last attempt failed, as a sentence; `nil` if it succeeded.
  public var failure: String?
  /// The latest refused workout and the reason, as a sentence, if any.
  public var refusal: Refusal?

  public struct Refusal: Hashable, Sendable {
    public var workout: Workout.ID
    public var reason: String

    public init(workout: Workout.ID, reason: String) {
      self.workout = workout
      self.reason = reason
    }
  }

  public init(
    isOn: Bool = false, waitingCount: Int = 0, failure: String? = nil, refusal: Refusal? = nil
  ) {
    self.isOn = isOn
    self.waitingCount = waitingCount
    self.failure = failure
    self.refusal = refusal
  }
}
