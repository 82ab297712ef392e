import FoundationEssentials

/// A group of people who share leaderboards on a server, which this machine has joined.
public struct JoinedGroup: Identifiable, Hashable, Sendable {
  /// The ID on this machine, as on the command line.
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

/// A page of a group's leaderboard, as the server returned it.
public struct GroupPage: Hashable, Sendable {
  /// The entries, with the members' IDs on the server. Its own ``LeaderboardPage/next`` is `nil`.
  public var page: LeaderboardPage
  /// The end of this page, to request the next page; `nil` if this is the last one.
  public var next: String?
  /// The start of this page, to request the page before; `nil` if this is the first one.
  public var previous: String?
  /// The time at which the server returned the page.
  public var loadedAt: Date
  /// The reason why this is an earlier page and not the current one, as a sentence; `nil` for the current one.
  public var offlineReason: String?

  public init(
    page: LeaderboardPage, next: String?, previous: String?, loadedAt: Date,
    offlineReason: String? = nil
  ) {
    self.page = page
    self.next = next
    self.previous = previous
    self.loadedAt = loadedAt
    self.offlineReason = offlineReason
  }

  /// A part of a leaderboard.
  public enum Range: Hashable, Sendable {
    case first
    case last
    /// The page after the one that ended with a ``GroupPage/next``.
    case after(String)
    /// The page before the one that began with a ``GroupPage/previous``.
    case before(String)
    /// The page around a member's entry, or the first page if the member has none.
    case around(Standing.ID)
  }
}

/// Whether workouts of a challenge are published in a group.
public struct Publication: Hashable, Sendable {
  public var isOn: Bool
  /// The number of workouts that wait for the network.
  public var waitingCount: Int
  /// The reason why the last attempt failed, as a sentence, if it did.
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
