import Clients
import Models

/// A request to race live: to join an open room of a challenge, or else to open one.
public struct RaceRequest: Equatable, Sendable {
  public let challenge: Challenge.ID
  /// The groups in which a room is looked for. In the first, a room is opened if there is none.
  public let groups: [LeaderboardSource]
  /// The ``Race/code`` of the race to join or watch; `nil` for any open one.
  public var code: String?
  /// Whether a room is opened even if there is an open one.
  public var isNew = false
  /// The time until the start of a new race; `nil` to start when everybody is ready.
  public var delay: Duration?

  public init(
    challenge: Challenge.ID, groups: [LeaderboardSource], code: String? = nil,
    delay: Duration? = nil
  ) {
    (self.challenge, self.groups, self.code, self.delay) = (challenge, groups, code, delay)
  }

  public init(_ race: GroupRace) {
    self.init(challenge: race.race.challenge, groups: [race.group], code: race.race.code)
  }
}

/// A race in a group.
public struct GroupRace: Equatable, Sendable {
  public let group: LeaderboardSource
  public let race: Race

  public init(group: LeaderboardSource, race: Race) {
    (self.group, self.race) = (group, race)
  }
}

extension [GroupRace] {
  /// The first race that others have opened and that the person can join.
  public var waiting: GroupRace? {
    first { $0.race.isWaitingForYou }
  }
}
