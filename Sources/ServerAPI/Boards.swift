import FoundationEssentials

/// A page of a group's leaderboard: `GET /v1/boards/{challenge}`.
public struct BoardPage: Hashable, Sendable, Codable {
  public var challenge: String
  /// The first day of the week, such as `2026-03-02`; `nil` for all time.
  public var week: String?
  /// The number of people on the leaderboard.
  public var people: Int
  /// The number of entries before the page's first entry.
  public var offset: Int
  public var entries: [Entry]
  /// The value of the query parameter `after` for the next page; `nil` if this is the last one.
  public var next: String?
  /// The value of the query parameter `before` for the previous page; `nil` if this is the first one.
  public var previous: String?
  /// The requesting member's own entry, even if it is on another page; `nil` if there is none.
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
    /// Whether the challenge was completed. Incomplete results rank after all others.
    public var isComplete: Bool
    public var achievedAt: Date
    public var workout: UUID
    public var provenance: Provenance
    /// Whether this is the requesting member's own entry.
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

/// The data of an event `board` of `GET /v1/events`: leaderboards of a challenge have changed.
public struct BoardEvent: Hashable, Sendable, Codable {
  public var challenge: String

  public init(challenge: String) { self.challenge = challenge }
}

// MARK: - Publishing workouts

/// Workouts to publish in the member's group: `POST /v1/workouts`.
public struct Submission: Hashable, Sendable, Codable {
  /// The maximum number of workouts in a request.
  public static let maxCount = 100

  public var workouts: [SubmittedWorkout]

  public init(workouts: [SubmittedWorkout]) { self.workouts = workouts }
}

/// A workout as its device recorded it. The server computes the score from the log.
public struct SubmittedWorkout: Hashable, Sendable, Codable, Identifiable {
  /// The workout's ID. A workout that is submitted again is recorded only once.
  public var id: UUID
  public var challenge: String
  public var startedAt: Date
  /// The bytes of the workout's log (`WorkoutLog`), which determines the duration, the reps and the provenance.
  public var log: Data
  /// The race of the workout, if any.
  public var race: UUID?

  /// The maximum duration of a workout: a day.
  public static let maxDuration = Duration.seconds(86_400)

  public init(id: UUID, challenge: String, startedAt: Date, log: Data, race: UUID? = nil) {
    self.id = id
    self.challenge = challenge
    self.startedAt = startedAt
    self.log = log
    self.race = race
  }

  private enum CodingKeys: String, CodingKey {
    case id, challenge, log, race
    case startedAt = "started_at"
  }
}

/// The way in which a workout was recorded.
public enum Provenance: String, Hashable, Sendable, Codable, CaseIterable {
  /// Each rep was counted while the clock ran.
  case live
  /// The result was entered afterwards.
  case manual
  /// The workout comes from a file or another program.
  case imported
}

/// The workouts that count on the leaderboards of a group.
public enum CountingRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Only workouts whose reps were counted while the clock ran.
  case live
  /// All workouts.
  case all

  /// Returns whether workouts that were recorded this way count.
  public func includes(_ provenance: Provenance) -> Bool { self == .all || provenance == .live }
}

/// The response to a ``Submission``, with a result for each workout in the same order.
public struct SubmissionResult: Hashable, Sendable, Codable {
  public var results: [Outcome]

  public init(results: [Outcome]) { self.results = results }

  /// The result of one workout.
  public struct Outcome: Hashable, Sendable, Codable {
    public var id: UUID
    public var status: Status
    /// The reason that the workout was refused, as a sentence.
    public var reason: String?

    public init(id: UUID, status: Status, reason: String? = nil) {
      self.id = id
      self.status = status
      self.reason = reason
    }
  }

  public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
    /// The workout has been recorded.
    case recorded
    /// The workout had been recorded before.
    case known
    /// The workout will never be accepted, even if it is submitted again.
    case refused
  }
}
