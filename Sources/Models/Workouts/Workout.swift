import FoundationEssentials

/// A workout that was done: whose, of which challenge, when, how long, and every rep's instant.
public struct Workout: Identifiable, Hashable, Sendable {
  public let id: UUID
  public var challenge: Challenge.ID

  /// The name of the person who did it.
  public var user: String

  /// When it began, by the wall clock. Kept to the millisecond.
  public var startedAt: Date

  /// How long it ran, pauses left out. Kept to the millisecond.
  public var duration: Duration

  public var log: RepLog

  /// What the person wrote about it, if anything.
  public var note: WorkoutNote?

  public init(
    id: UUID, challenge: Challenge.ID, user: String, startedAt: Date, duration: Duration,
    log: RepLog, note: WorkoutNote? = nil
  ) {
    self.id = id
    self.challenge = challenge
    self.user = user
    self.startedAt = startedAt
    self.duration = duration
    self.log = log
    self.note = note
  }

  /// How many reps were done, whether they scored or not.
  public var reps: Int { log.reps }

  /// Whether there are reps whose times were recorded as they were done.
  public var hasRecordedRepTimes: Bool { !log.isEmpty }

  /// The moment that counts on a leaderboard: the start and the time that was worked.
  ///
  /// Made from what is kept with the workout, so that anybody who reads it finds the same moment.
  public var achievedAt: Date { startedAt.addingTimeInterval(duration / .seconds(1)) }

  /// What it is worth, or `nil` when that is nothing.
  public func score(by scoring: Challenge.Scoring) -> Score? {
    scoring.score(reps: log, duration: duration)
  }
}

extension Workout {
  /// Where a page of a history ended.
  public struct Cursor: Hashable, Sendable {
    public let startedAt: Date
    public let id: Workout.ID

    public init(startedAt: Date, id: Workout.ID) {
      self.startedAt = startedAt
      self.id = id
    }
  }

  /// This workout as the end of a page.
  public var cursor: Cursor { Cursor(startedAt: startedAt, id: id) }
}
