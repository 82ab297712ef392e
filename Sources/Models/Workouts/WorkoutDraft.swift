import FoundationEssentials

/// A workout that is not finished: what a running timer hands over to be kept.
///
/// It always carries everything there is so far, so a copy that was lost costs nothing once the next
/// one is kept.
public struct WorkoutDraft: Identifiable, Hashable, Sendable {
  public let id: Workout.ID
  public let challenge: Challenge.ID

  /// When it began, by the wall clock.
  public var startedAt: Date

  /// How long it has run so far, pauses left out.
  public var duration: Duration

  public var log: RepLog

  /// The purpose of the workout, such as a test, if any.
  public var purpose: Purpose?

  /// The log it races against, if any. It is a copy, so that the race survives the deletion of the other workout.
  public var ghost: Ghost?

  /// Whether the person has paused it; else its time goes on, also while its program is stopped.
  public var isPaused: Bool

  public init(
    id: Workout.ID, challenge: Challenge.ID, startedAt: Date, duration: Duration = .zero,
    log: RepLog = RepLog(), purpose: Purpose? = nil, ghost: Ghost? = nil,
    isPaused: Bool = false
  ) {
    self.id = id
    self.challenge = challenge
    self.startedAt = startedAt
    self.duration = duration
    self.log = log
    self.purpose = purpose
    self.ghost = ghost
    self.isPaused = isPaused
  }

  /// The workout this is, once it is finished by `user`.
  public func workout(by user: String) -> Workout {
    Workout(
      id: id, challenge: challenge, user: user, startedAt: startedAt, duration: duration, log: log)
  }
}
