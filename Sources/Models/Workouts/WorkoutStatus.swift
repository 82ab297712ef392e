import FoundationEssentials

/// The state of a workout that is not saved yet, as another process reads it from the last checkpoint.
public struct WorkoutStatus: Hashable, Sendable {
  public let challenge: Challenge.ID
  public let reps: Int
  /// The time worked so far.
  public let elapsed: Duration
  public let phase: Phase
  /// The time at which it ends by itself, if it is running and its challenge has a time limit.
  public let deadline: Date?

  public enum Phase: String, Hashable, Sendable {
    /// Time is running, also while the process is stopped (Ctrl-Z) or the machine sleeps.
    case running
    /// The person has paused it.
    case paused
    /// Its time is up, and the program is about to save it.
    case over
    /// The process that owned it is no longer running.
    case unfinished
  }

  /// The maximum age of a checkpoint for which a workout counts as running if its process can't be checked.
  /// Checkpoints are written every second.
  public static let maxCheckpointAge = Duration.seconds(2)

  /// Creates the state of a draft.
  ///
  /// - Parameters:
  ///   - savedAt: The time of the checkpoint, by the wall clock.
  ///   - isOwnerRunning: Whether the process that saved it is still running; `nil` if that is unknown.
  ///   - challenge: Its challenge, if known.
  public init(
    _ draft: WorkoutDraft, savedAt: Date, isOwnerRunning: Bool?, now: Date,
    challenge: Challenge?
  ) {
    let age = Duration.milliseconds(now.millisecondsSince1970 - savedAt.millisecondsSince1970)
    let limit = challenge?.timeLimit
    let isRecent = age <= Self.maxCheckpointAge && age >= .zero - Self.maxCheckpointAge
    let isOwnerRunning = isOwnerRunning ?? isRecent
    let isRunning = !draft.isPaused && isOwnerRunning
    let worked = draft.duration + (isRunning ? max(.zero, age) : .zero)
    self.challenge = draft.challenge
    reps = challenge?.routine.repCount(of: draft.log, skips: draft.skips) ?? draft.log.reps
    elapsed = limit.map { min($0, worked) } ?? worked
    let isOver = limit.map { worked >= $0 } ?? false
    phase =
      isRunning && !isOver ? .running : !isOwnerRunning ? .unfinished : isOver ? .over : .paused
    deadline =
      phase == .running
      ? limit.map { savedAt.addingTimeInterval(($0 - draft.duration) / .seconds(1)) } : nil
  }

  /// Returns the time until the deadline.
  public func remaining(at now: Date) -> Duration? {
    deadline.map {
      .milliseconds(max(0, $0.millisecondsSince1970 - now.millisecondsSince1970))
    }
  }
}
