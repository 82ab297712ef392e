/// A request to join a group with an invitation: `POST /v1/join`.
public struct JoinRequest: Hashable, Sendable, Codable {
  /// The secret of the invitation, from its link.
  public var invite: String
  /// The name of the device in the member's list of devices.
  public var device: String
  /// The token that the device wants: 256 random bits in Base64 for URLs. If the response is lost, the request can be
  /// repeated with the same token. Without a token, the server chooses one.
  public var token: String?

  public init(invite: String, device: String, token: String? = nil) {
    self.invite = invite
    self.device = device
    self.token = token
  }
}

/// The response to a ``JoinRequest``.
public struct JoinResponse: Hashable, Sendable, Codable {
  /// The device's token for the header `Authorization: Bearer …`. The server cannot return it again.
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
  /// The group's ID in paths: `club`.
  public var id: String
  public var name: String
  /// The IANA name of the time zone for the leaderboards' weeks: `Europe/Berlin`.
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

/// An owner's request to invite a member: `POST /v1/invitations`.
public struct InvitationRequest: Hashable, Sendable, Codable {
  /// The name of the new member, which must be unique.
  public var name: String
  /// Whether the member becomes an owner; false by default.
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
  /// The link for the member, which can be used once, within a week.
  public var link: String

  public init(link: String) { self.link = link }
}

/// A member of the group, as listed by `GET /v1/members`.
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

  /// A device of the member, identified by its token.
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
