import FoundationEssentials

/// A finished workout.
public struct Workout: Identifiable, Hashable, Sendable {
  public let id: UUID
  public var challenge: Challenge.ID

  /// The name of the person who did it.
  public var user: String

  /// The start time by the wall clock, in whole milliseconds.
  public var startedAt: Date

  /// The duration without pauses, in whole milliseconds.
  public var duration: Duration

  public var log: RepLog

  /// The instants at which sets, rests or rounds were skipped.
  public var skips: SkipLog

  /// The pauses. Earlier versions of the program didn't store them.
  public var pauses: PauseLog

  /// The person's note, if any.
  public var note: WorkoutNote?

  /// The figures that the person added.
  public var figures: WorkoutFigures

  /// The sets of a strength session.
  public var sets: [PerformedSet]

  public var provenance: Provenance

  public init(
    id: UUID, challenge: Challenge.ID, user: String, startedAt: Date, duration: Duration,
    log: RepLog, skips: SkipLog = SkipLog(), pauses: PauseLog = PauseLog(),
    note: WorkoutNote? = nil, figures: WorkoutFigures = WorkoutFigures(),
    sets: [PerformedSet] = [], provenance: Provenance = []
  ) {
    self.id = id
    self.challenge = challenge
    self.user = user
    self.startedAt = startedAt
    self.duration = duration
    self.log = log
    self.skips = skips
    self.pauses = pauses
    self.note = note
    self.figures = figures
    self.sets = sets
    // The reps of a set with a weight are typed while it is done.
    self.provenance =
      log.isManual && challenge != .strength ? provenance.union(.typed) : provenance
  }

  /// The number of reps, including those that didn't score.
  public var reps: Int { log.reps }

  /// Whether the times of the reps were recorded.
  public var hasRecordedRepTimes: Bool { !log.isEmpty }

  /// The time of the result on a leaderboard: the start time plus the duration.
  public var achievedAt: Date { startedAt.addingTimeInterval(duration / .seconds(1)) }

  /// Returns the score; `nil` if the workout has none.
  public func score(by scoring: Challenge.Scoring) -> Score? {
    scoring.score(reps: log, duration: duration)
  }
}

extension Workout {
  /// The end of a page of a history.
  public struct Cursor: Hashable, Sendable {
    public let startedAt: Date
    public let id: Workout.ID

    public init(startedAt: Date, id: Workout.ID) {
      self.startedAt = startedAt
      self.id = id
    }
  }

  /// The cursor of a page that ends with this workout.
  public var cursor: Cursor { Cursor(startedAt: startedAt, id: id) }
}
