import FoundationEssentials

/// A finished workout.
public struct Workout: Identifiable, Hashable, Sendable {
  public let id: UUID
  public var challenge: Challenge.ID

  /// The name of the person who did it.
  public var user: String

  /// The start time by the wall clock, in whole milliseconds.
  public var startedAt: Date

  /// The offset from UTC at its place and start, in seconds. It determines the ``day``, whatever the time zone is later.
  public var utcOffset: Int

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

  /// - Parameter utcOffset: `nil` for a workout that starts in the time zone of the system.
  public init(
    id: UUID, challenge: Challenge.ID, user: String, startedAt: Date, utcOffset: Int? = nil,
    duration: Duration,
    log: RepLog, skips: SkipLog = SkipLog(), pauses: PauseLog = PauseLog(),
    note: WorkoutNote? = nil, figures: WorkoutFigures = WorkoutFigures(),
    sets: [PerformedSet] = [], provenance: Provenance = []
  ) {
    self.id = id
    self.challenge = challenge
    self.user = user
    self.startedAt = startedAt
    self.utcOffset = utcOffset ?? LocalTime(startedAt).offset
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

  /// The start at its place, as all lists show it.
  public var localStart: LocalTime { LocalTime(startedAt, utcOffset: utcOffset) }

  /// Returns the offset from UTC that a corrected start has at the workout's place, in seconds.
  ///
  /// Where clocks show the same as at that place, the time zone of the system determines it, which may have changed its
  /// clocks in between. Elsewhere nothing is known about that place but its offset.
  public func utcOffset(at date: Date) -> Int {
    LocalTime(startedAt).offset == utcOffset ? LocalTime(date).offset : utcOffset
  }

  /// The local day of the start, counted from 1970-01-01.
  public var day: Int64 { localStart.date.daysSince1970 }

  /// The number of reps, including those that didn't score.
  public var reps: Int { log.reps }

  /// Whether the times of the reps were recorded.
  public var hasRecordedRepTimes: Bool { !log.isEmpty }

  /// The time of the result on a leaderboard: the start time plus the duration.
  public var achievedAt: Date { startedAt.addingTimeInterval(duration / .seconds(1)) }
}

extension Workout {
  /// Returns the offset from UTC with which a workout has the given day: the preferred one, or else the closest to it.
  ///
  /// - Parameters:
  ///   - startedAt: The start, in milliseconds since 1970.
  ///   - day: Counted from 1970-01-01.
  ///   - preferred: In seconds, as the result.
  public static func utcOffset(startedAt: Int64, day: Int64, preferred: Int) -> Int {
    let midnight = day * 86_400 - startedAt.flooredDivision(by: 1000)
    return Int(Int64(preferred).clamped(to: midnight...midnight + 86_399))
  }

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
