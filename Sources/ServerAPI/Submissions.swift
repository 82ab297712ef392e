import FoundationEssentials

/// Workouts to publish in the member's group: `POST /v1/workouts`.
public struct Submission: Hashable, Sendable, Codable {
  /// The maximum number of workouts in a request.
  public static let maxCount = 100

  public var workouts: [SubmittedWorkout]

  public init(workouts: [SubmittedWorkout]) { self.workouts = workouts }
}

/// A workout as its device recorded it. The server computes the score from the log.
public struct SubmittedWorkout: Hashable, Sendable, Codable, Identifiable {
  /// The workout's own ID: a workout that is submitted again is recorded once.
  public var id: UUID
  public var challenge: String
  public var startedAt: Date
  public var durationMilliseconds: Int64
  /// The bytes of the rep log.
  public var repLog: Data
  /// The bytes of the log of skipped sets, rests and rounds, if there are any. It decides whether the workout is complete.
  public var skipLog: Data?
  public var provenance: Provenance

  public init(
    id: UUID, challenge: String, startedAt: Date, durationMilliseconds: Int64, repLog: Data,
    skipLog: Data? = nil, provenance: Provenance
  ) {
    self.id = id
    self.challenge = challenge
    self.startedAt = startedAt
    self.durationMilliseconds = durationMilliseconds
    self.repLog = repLog
    self.skipLog = skipLog
    self.provenance = provenance
  }

  private enum CodingKeys: String, CodingKey {
    case id, challenge, provenance
    case startedAt = "started_at"
    case durationMilliseconds = "duration_ms"
    case repLog = "rep_log"
    case skipLog = "skip_log"
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

  /// Returns whether workouts that were recorded in this way count.
  public func includes(_ provenance: Provenance) -> Bool { self == .all || provenance == .live }
}

/// The response to a ``Submission``, in its order.
public struct SubmissionResult: Hashable, Sendable, Codable {
  public var results: [Outcome]

  public init(results: [Outcome]) { self.results = results }

  /// The result of one workout.
  public struct Outcome: Hashable, Sendable, Codable {
    public var id: UUID
    public var status: Status
    /// The reason why the workout was refused, as a sentence.
    public var reason: String?

    public init(id: UUID, status: Status, reason: String? = nil) {
      self.id = id
      self.status = status
      self.reason = reason
    }
  }

  public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
    /// The workout is on the server now.
    case recorded
    /// The workout has been on the server before.
    case known
    /// The workout will never be accepted; submitting it again is pointless.
    case refused
  }
}
