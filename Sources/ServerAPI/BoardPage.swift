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

  public init(
    challenge: String, week: String?, people: Int, offset: Int, entries: [Entry], next: String?
  ) {
    self.challenge = challenge
    self.week = week
    self.people = people
    self.offset = offset
    self.entries = entries
    self.next = next
  }

  /// A member's best result.
  public struct Entry: Hashable, Sendable, Codable {
    public var rank: Int
    public var name: String
    public var reps: Int
    public var durationMilliseconds: Int64
    public var achievedAt: Date
    public var workout: UUID
    public var provenance: Provenance

    public init(
      rank: Int, name: String, reps: Int, durationMilliseconds: Int64, achievedAt: Date,
      workout: UUID, provenance: Provenance
    ) {
      self.rank = rank
      self.name = name
      self.reps = reps
      self.durationMilliseconds = durationMilliseconds
      self.achievedAt = achievedAt
      self.workout = workout
      self.provenance = provenance
    }

    private enum CodingKeys: String, CodingKey {
      case rank, name, reps, workout, provenance
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
