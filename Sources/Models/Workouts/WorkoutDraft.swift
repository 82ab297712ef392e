import FoundationEssentials

/// A checkpoint of an unfinished workout.
///
/// Each draft is complete, so a lost one doesn't matter once the next is saved.
public struct WorkoutDraft: Identifiable, Hashable, Sendable {
  public let id: Workout.ID
  public let challenge: Challenge.ID

  /// The start time, by the wall clock.
  public var startedAt: Date

  /// The offset from UTC at its place and start, in seconds.
  public var utcOffset: Int

  /// The time worked so far, without pauses.
  public var duration: Duration

  public var log: RepLog

  /// The instants at which sets, rests or rounds were skipped.
  public var skips: SkipLog

  /// The pauses that have ended.
  public var pauses: PauseLog

  /// The purpose of the workout, such as a test, if any.
  public var purpose: Purpose?

  /// The earlier workout to race against, if any. It is a copy, so that the race continues if that workout is deleted.
  public var ghost: Ghost?

  /// Whether the person has paused it. Otherwise time is running, also while the process is stopped.
  public var isPaused: Bool

  /// The sets of a strength session.
  public var sets: [PerformedSet]

  public var provenance: Workout.Provenance

  /// - Parameter utcOffset: `nil` for a workout that starts in the time zone of the system.
  public init(
    id: Workout.ID, challenge: Challenge.ID, startedAt: Date, utcOffset: Int? = nil,
    duration: Duration = .zero,
    log: RepLog = RepLog(), skips: SkipLog = SkipLog(), pauses: PauseLog = PauseLog(),
    purpose: Purpose? = nil, ghost: Ghost? = nil, isPaused: Bool = false,
    sets: [PerformedSet] = [], provenance: Workout.Provenance = []
  ) {
    self.id = id
    self.challenge = challenge
    self.startedAt = startedAt
    self.utcOffset = utcOffset ?? LocalTime(startedAt).offset
    self.duration = duration
    self.log = log
    self.skips = skips
    self.pauses = pauses
    self.purpose = purpose
    self.ghost = ghost
    self.isPaused = isPaused
    self.sets = sets
    self.provenance = provenance
  }

  /// The start at its place.
  public var localStart: LocalTime { LocalTime(startedAt, utcOffset: utcOffset) }

  /// Returns the workout of `user` once this draft is finished.
  public func workout(by user: String) -> Workout {
    Workout(
      id: id, challenge: challenge, user: user, startedAt: startedAt, utcOffset: utcOffset,
      duration: duration, log: log, skips: skips, pauses: pauses, sets: sets, provenance: provenance
    )
  }
}
