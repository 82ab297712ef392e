import FoundationEssentials
import Models
import ServerAPI

/// A group of people who share leaderboards.
public struct Group: Identifiable, Hashable, Sendable {
  /// The group's ID in paths and on the command line: lowercase letters, digits and hyphens.
  public struct ID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// Creates an ID.
    ///
    /// - Returns: `nil` unless it has 1 to 32 of the allowed characters.
    public init?(rawValue: String) {
      let isAllowed = rawValue.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
      guard isAllowed, (1...32).contains(rawValue.utf8.count) else { return nil }
      self.rawValue = rawValue
    }
  }

  public var id: ID
  public var name: String
  /// The IANA name of the time zone for the leaderboards' weeks.
  public var timeZone: String
  /// The first day of the leaderboards' weeks.
  public var weekStart: Settings.WeekStart
  public var counting: CountingRule

  public init(
    id: ID, name: String, timeZone: String = "UTC", weekStart: Settings.WeekStart = .monday,
    counting: CountingRule = .all
  ) {
    self.id = id
    self.name = name
    self.timeZone = timeZone
    self.weekStart = weekStart
    self.counting = counting
  }
}

/// An invitation for one device.
public struct Invitation: Hashable, Sendable {
  public var secret: SecretHash
  public var group: Group.ID
  /// The name of a new member, or of the member who adds a device.
  public var member: PersonName
  /// The member who adds a device; `nil` for a new member.
  public var memberID: Int64?
  /// The device that created it; `nil` for the server's operator.
  public var madeBy: Int64?
  public var isOwner: Bool
  public var now: Date

  /// The time for which an invitation is valid, in seconds: a week.
  public static let lifetime = 7 * 86_400.0

  /// The maximum numbers of open invitations: of a group, and for devices of one member.
  static let (maxCount, maxCountForDevices) = (1000, 16)

  /// Creates an invitation that is valid for ``lifetime``.
  public init(
    secret: SecretHash, group: Group.ID, member: PersonName, memberID: Int64? = nil,
    madeBy: Int64? = nil, isOwner: Bool, now: Date
  ) {
    self.secret = secret
    self.group = group
    self.member = member
    self.memberID = memberID
    self.madeBy = madeBy
    self.isOwner = isOwner
    self.now = now
  }

  public var expiresAt: Date { now.addingTimeInterval(Self.lifetime) }
}

extension PersonName {
  /// The name in lowercase. It is unique in a group.
  var key: String { text.lowercased() }
}

/// The result of using an invitation.
public enum Redemption: Hashable, Sendable {
  /// The device joined with an invitation by another device, or by the operator (`nil`).
  case joined(AuthenticatedDevice, invitedBy: Int64?)
  case unknown
  case expired
  /// The invitation was used with another token.
  case used
  /// The token belongs to a device that joined with another invitation.
  case tokenTaken
  /// Another member has taken the name since the invitation was created.
  case nameTaken
  /// The member has ``StoredDevice/maxCount`` devices.
  case tooManyDevices
}

/// The reason why a group, its members or their data cannot be changed. An operation that throws it changes nothing.
public enum AccountRefusal: Error, Hashable {
  case nameTaken
  case tooManyInvitations(Int)
  case workoutsTooLarge
  case unknownAddress
  /// A value that is not valid for a group, with the reason.
  case invalid(String)

  /// The status of the response to a request.
  var status: Int {
    switch self {
    case .nameTaken, .tooManyInvitations, .unknownAddress: 409
    case .workoutsTooLarge: 413
    case .invalid: 400
    }
  }

  /// The reason and the remedy.
  public var sentence: String {
    switch self {
    case .nameTaken:
      "a member already has this name; change either name, or let the member add a machine with "
        + "\"ladder sync link\""
    case .tooManyInvitations(let count):
      "\(count) links are open already; use them, let an owner cancel some, or let them expire"
    case .workoutsTooLarge:
      "your published workouts would exceed the \(ScoredWorkout.maxTotalSize >> 20) MB "
        + "that this server allows for all of your devices; stop publishing a challenge"
    case .unknownAddress:
      "the server's address is not known yet; run \"ladder-server\" once, or with --url"
    case .invalid(let sentence): sentence
    }
  }
}

/// The member, the group and the device that a token belongs to.
public struct AuthenticatedDevice: Hashable, Sendable {
  public var id: Int64
  public var member: Int64
  public var memberName: String
  public var isOwner: Bool
  public var group: Group

  public init(id: Int64, member: Int64, memberName: String, isOwner: Bool, group: Group) {
    self.id = id
    self.member = member
    self.memberName = memberName
    self.isOwner = isOwner
    self.group = group
  }
}

/// A device in a list.
public struct StoredDevice: Identifiable, Hashable, Sendable {
  /// The maximum number of devices of a member.
  public static let maxCount = 16

  public var id: Int64
  public var name: String

  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}

/// A workout with the score that the server computed.
public struct ScoredWorkout: Hashable, Sendable {
  public var workout: SubmittedWorkout
  public var provenance: Provenance
  public var score: Score
  public var achievedAt: Date
  /// The week that the workout belongs to, by the rules of its group.
  public var week: Week
  /// The hash that all copies of the workout share.
  public var fingerprint: [UInt8]

  public init(
    workout: SubmittedWorkout, provenance: Provenance, score: Score, achievedAt: Date, week: Week,
    fingerprint: [UInt8]
  ) {
    self.workout = workout
    self.provenance = provenance
    self.score = score
    self.achievedAt = achievedAt
    self.week = week
    self.fingerprint = fingerprint
  }
}

/// The result of recording a workout.
public enum RecordingOutcome: Hashable, Sendable {
  /// The workout is new, or replaces another one of the same member with the same reps.
  case recorded
  /// The workout had been recorded before.
  case known
  /// Another member has published the same reps.
  case copied
  /// An owner has removed a result with these reps.
  case removed
}

extension ScoredWorkout {
  /// The maximum sum of the ``storedSize`` of a member's workouts, in bytes.
  public static let maxTotalSize: Int64 = 50 << 20

  /// The size in bytes that counts towards the limit on a member's workouts: the log, and the overhead of a row.
  var storedSize: Int64 { Self.storedSize(ofLog: workout.log.count) }

  static func storedSize(ofLog size: Int) -> Int64 { Int64(size) + 256 }
}

/// A leaderboard: a challenge in a group, for a week or for all time.
public struct Board: Hashable, Sendable {
  public var group: Group.ID
  public var challenge: Challenge.ID
  /// The week; `nil` for all time.
  public var week: Week?

  public init(group: Group.ID, challenge: Challenge.ID, week: Week?) {
    self.group = group
    self.challenge = challenge
    self.week = week
  }

  /// The number of the week in the database; 0 for all time.
  var weekNumber: Int64 { week?.number ?? 0 }
}

/// The position of an entry in the order of a leaderboard.
public struct BoardPosition: Hashable, Sendable {
  public var rankKey: Int64
  public var achievedAt: Date
  public var member: Int64

  public init(rankKey: Int64, achievedAt: Date, member: Int64) {
    self.rankKey = rankKey
    self.achievedAt = achievedAt
    self.member = member
  }
}

/// An entry of a leaderboard, without its rank.
public struct BoardLine: Hashable, Sendable {
  public var member: Int64
  public var name: String
  public var score: Score
  public var achievedAt: Date
  public var workout: UUID
  public var provenance: Provenance

  public init(
    member: Int64, name: String, score: Score, achievedAt: Date, workout: UUID,
    provenance: Provenance
  ) {
    self.member = member
    self.name = name
    self.score = score
    self.achievedAt = achievedAt
    self.workout = workout
    self.provenance = provenance
  }

  public var position: BoardPosition {
    BoardPosition(rankKey: score.rankKey, achievedAt: achievedAt, member: member)
  }
}

/// A version of a leaderboard.
final class BoardVersion: Hashable, Sendable {
  let board: Board
  /// The number, which changes with each change of an entry; 0 if the leaderboard is empty.
  let number: Int64
  /// The start of the tags of its pages.
  let tag: String
  /// The hash value of the board and the number, which is needed several times for each request.
  private let hash: Int

  init(board: Board, number: Int64) {
    self.board = board
    self.number = number
    tag = "\"\(board.weekNumber)-\(number)-"
    var hasher = Hasher()
    hasher.combine(board)
    hasher.combine(number)
    hash = hasher.finalize()
  }

  static func == (a: BoardVersion, b: BoardVersion) -> Bool {
    a === b || a.number == b.number && a.board == b.board
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The size of a leaderboard and a member's standing on it.
public struct BoardStanding: Sendable {
  public var peopleCount = 0
  /// The member's entry and the number of people with a better score; `nil` if the member has no entry.
  public var own: (line: BoardLine, peopleAbove: Int)?
}
