/// A request to join a group with an invitation: `POST /v1/join`.
public struct JoinRequest: Hashable, Sendable, Codable {
  /// The secret of the invitation, from its link.
  public var invite: String
  /// The name of the device, as its owner will see it in the list of devices.
  public var device: String
  /// The token that the device wants: 256 random bits in Base64 for URLs. The same request with the same token joins
  /// once, so it can be repeated if the response was lost. Without it, the server chooses a token.
  public var token: String?

  public init(invite: String, device: String, token: String? = nil) {
    self.invite = invite
    self.device = device
    self.token = token
  }
}

/// The response to a ``JoinRequest``.
public struct JoinResponse: Hashable, Sendable, Codable {
  /// The device's token for the header `Authorization: Bearer …`. The server cannot show it again.
  public var token: String
  public var member: String
  public var group: GroupDescription

  public init(token: String, member: String, group: GroupDescription) {
    self.token = token
    self.member = member
    self.group = group
  }
}

/// A group of people who share leaderboards.
public struct GroupDescription: Hashable, Sendable, Codable {
  /// The group in paths: `club`.
  public var id: String
  public var name: String
  /// The time zone of the leaderboards' weeks, as the IANA database names it: `Europe/Berlin`.
  public var timeZone: String
  /// The first day of the leaderboards' weeks: `monday`, `sunday` or `saturday`.
  public var weekStart: String
  public var counting: CountingRule

  public init(
    id: String, name: String, timeZone: String, weekStart: String, counting: CountingRule
  ) {
    self.id = id
    self.name = name
    self.timeZone = timeZone
    self.weekStart = weekStart
    self.counting = counting
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, counting
    case timeZone = "time_zone"
    case weekStart = "week_start"
  }
}

/// A request of an owner to invite a member: `POST /v1/invitations`.
public struct InvitationRequest: Hashable, Sendable, Codable {
  /// The name of the new member, which no other member has.
  public var name: String
  /// Whether the member becomes an owner; false if it is missing.
  public var isOwner: Bool?

  public init(name: String, isOwner: Bool? = nil) {
    self.name = name
    self.isOwner = isOwner
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case isOwner = "is_owner"
  }
}

/// The response to an ``InvitationRequest``.
public struct InvitationResponse: Hashable, Sendable, Codable {
  /// The link for the member, which works once and for a week.
  public var link: String

  public init(link: String) { self.link = link }
}

/// A member of the own group: `GET /v1/members` returns a list of these.
public struct Member: Hashable, Sendable, Codable, Identifiable {
  public var id: Int64
  public var name: String
  /// Whether the member may invite and remove others.
  public var isOwner: Bool

  public init(id: Int64, name: String, isOwner: Bool) {
    self.id = id
    self.name = name
    self.isOwner = isOwner
  }

  private enum CodingKeys: String, CodingKey {
    case id, name
    case isOwner = "is_owner"
  }
}

/// The account that a token belongs to: `GET /v1/account`.
public struct Account: Hashable, Sendable, Codable {
  public var member: String
  public var group: GroupDescription
  public var devices: [Device]

  public init(member: String, group: GroupDescription, devices: [Device]) {
    self.member = member
    self.group = group
    self.devices = devices
  }

  /// A device with a token.
  public struct Device: Hashable, Sendable, Codable, Identifiable {
    public var id: Int64
    public var name: String
    /// Whether the request came from this device.
    public var isCurrent: Bool

    public init(id: Int64, name: String, isCurrent: Bool) {
      self.id = id
      self.name = name
      self.isCurrent = isCurrent
    }

    private enum CodingKeys: String, CodingKey {
      case id, name
      case isCurrent = "is_current"
    }
  }
}
