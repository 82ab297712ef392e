import FoundationEssentials

/// A page of a group's leaderboard: `GET /v1/groups/GROUP/boards/CHALLENGE`.
public struct BoardPage: Hashable, Sendable, Codable {
  public var challenge: String
  /// The first day of the week, such as `2026-03-02`; `nil` for all time.
  public var week: String?
  /// The number of people on the leaderboard.
  public var people: Int
  /// The number of entries above the first.
  public var offset: Int
  public var entries: [Entry]
  /// The value of the query parameter `after` for the next page; `nil` if this is the last one.
  public var next: String?
  /// The value of the query parameter `before` for the page before; `nil` if this is the first one.
  public var previous: String?
  /// The reader's own entry, on any page; `nil` if there is none.
  public var you: Entry?

  public init(
    challenge: String, week: String?, people: Int, offset: Int, entries: [Entry], next: String?,
    previous: String? = nil, you: Entry? = nil
  ) {
    self.challenge = challenge
    self.week = week
    self.people = people
    self.offset = offset
    self.entries = entries
    self.next = next
    self.previous = previous
    self.you = you
  }

  /// A member's best result.
  public struct Entry: Hashable, Sendable, Codable {
    public var rank: Int
    /// The member's ID, for the query parameter `around`.
    public var member: Int64
    public var name: String
    public var reps: Int
    public var durationMilliseconds: Int64
    /// Whether everything was done that the challenge asks for. Incomplete results rank after all others.
    public var isComplete: Bool
    public var achievedAt: Date
    public var workout: UUID
    public var provenance: Provenance
    /// Whether this is the reader's own entry.
    public var isYou: Bool

    public init(
      rank: Int, member: Int64, name: String, reps: Int, durationMilliseconds: Int64,
      isComplete: Bool = true, achievedAt: Date,
      workout: UUID, provenance: Provenance, isYou: Bool = false
    ) {
      self.rank = rank
      self.member = member
      self.name = name
      self.reps = reps
      self.durationMilliseconds = durationMilliseconds
      self.isComplete = isComplete
      self.achievedAt = achievedAt
      self.workout = workout
      self.provenance = provenance
      self.isYou = isYou
    }

    private enum CodingKeys: String, CodingKey {
      case rank, member, name, reps, workout, provenance
      case isYou = "is_you"
      case isComplete = "is_complete"
      case durationMilliseconds = "duration_ms"
      case achievedAt = "achieved_at"
    }
  }
}

/// An error: what was wrong, and what to do.
public struct APIError: Hashable, Sendable, Codable {
  public var error: String
  /// The cause, if a program can resolve it.
  public var code: Code?

  public init(error: String, code: Code? = nil) {
    self.error = error
    self.code = code
  }

  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// The journal is encrypted with another key than the request says.
    case otherKey = "other-key"
    /// The end of the journal in the request is not on the server, or not its end.
    case unknownCursor = "unknown-cursor"
  }
}
