import FoundationEssentials

/// An invitation that can still be used, as listed by `GET /v1/invitations`.
public struct OpenInvitation: Hashable, Sendable, Codable, Identifiable {
  public var id: Int64
  /// The name of the new member, or of the member who adds a device.
  public var name: String
  public var isOwner: Bool
  public var isForDevice: Bool
  public var expiresAt: Date

  public init(id: Int64, name: String, isOwner: Bool, isForDevice: Bool, expiresAt: Date) {
    self.id = id
    self.name = name
    self.isOwner = isOwner
    self.isForDevice = isForDevice
    self.expiresAt = expiresAt
  }

  private enum CodingKeys: String, CodingKey {
    case id, name
    case isOwner = "is_owner"
    case isForDevice = "is_for_device"
    case expiresAt = "expires_at"
  }
}

/// A member with the amounts of data that a removal would delete: `GET /v1/members/{member}`.
public struct MemberContents: Hashable, Sendable, Codable {
  public var member: Member
  public var devices: Int
  public var workouts: Int
  public var journalEntries: Int

  public init(member: Member, devices: Int, workouts: Int, journalEntries: Int) {
    self.member = member
    self.devices = devices
    self.workouts = workouts
    self.journalEntries = journalEntries
  }

  /// A description of the member and the data: `Ann with 2 devices, 30 published workouts and 1 journal entry`.
  public var text: String {
    func counted(_ count: Int, _ noun: String, _ nouns: String) -> String {
      "\(count) \(count == 1 ? noun : nouns)"
    }
    return "\(member.name) with \(counted(devices, "device", "devices")), "
      + "\(counted(workouts, "published workout", "published workouts")) and "
      + counted(journalEntries, "journal entry", "journal entries")
  }

  private enum CodingKeys: String, CodingKey {
    case member, devices, workouts
    case journalEntries = "journal_entries"
  }
}

/// A change of a member: `POST /v1/members/{member}`. Missing values stay unchanged.
public struct MemberChange: Hashable, Sendable, Codable {
  public var name: String?
  public var isOwner: Bool?

  public init(name: String? = nil, isOwner: Bool? = nil) {
    self.name = name
    self.isOwner = isOwner
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case isOwner = "is_owner"
  }
}

/// A change of the name of a device: `POST /v1/account/devices/{device}`.
public struct DeviceChange: Hashable, Sendable, Codable {
  public var name: String

  public init(name: String) { self.name = name }
}

/// A change of a group: `POST /v1/group`. Missing values stay unchanged.
public struct GroupChange: Hashable, Sendable, Codable {
  public var name: String?
  public var timeZone: String?
  public var weekStart: String?
  public var counting: CountingRule?

  public init(
    name: String? = nil, timeZone: String? = nil, weekStart: String? = nil,
    counting: CountingRule? = nil
  ) {
    self.name = name
    self.timeZone = timeZone
    self.weekStart = weekStart
    self.counting = counting
  }

  private enum CodingKeys: String, CodingKey {
    case name, counting
    case timeZone = "time_zone"
    case weekStart = "week_start"
  }
}

/// A removed member or result that can be restored, as listed by `GET /v1/removals`.
public struct Removal: Hashable, Sendable, Codable {
  public var member: Int64
  public var name: String
  /// The removed result and its challenge; `nil` for a removed member.
  public var workout: UUID?
  public var challenge: String?
  public var removedAt: Date

  /// The time for which a removal can be undone, in seconds: 30 days.
  public static let period = 30 * 86_400.0

  public init(member: Int64, name: String, workout: UUID?, challenge: String?, removedAt: Date) {
    self.member = member
    self.name = name
    self.workout = workout
    self.challenge = challenge
    self.removedAt = removedAt
  }

  private enum CodingKeys: String, CodingKey {
    case member, name, workout, challenge
    case removedAt = "removed_at"
  }
}
