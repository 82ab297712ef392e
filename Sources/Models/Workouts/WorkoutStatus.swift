import FoundationEssentials

/// The state of an unfinished workout, read from its last checkpoint by another program than the one that runs it.
public struct WorkoutStatus: Hashable, Sendable {
  public let challenge: Challenge.ID
  public let reps: Int
  /// The time worked, up to now while it runs.
  public let elapsed: Duration
  public let phase: Phase
  /// When it ends by itself, while it runs and its challenge has a time.
  public let deadline: Date?

  public enum Phase: String, Hashable, Sendable {
    /// Its time goes on, also while the program is stopped (Ctrl-Z) or the machine sleeps.
    case running
    /// The person has paused it.
    case paused
    /// Its time is up, and the program is about to save it.
    case over
    /// No program has it any more.
    case unfinished
  }

  /// A running workout is kept every second: an older one whose program cannot be asked was left.
  public static let freshness = Duration.seconds(2)

  /// - Parameters:
  ///   - keptAt: When the draft was kept, by the wall clock.
  ///   - isInHand: Whether the program that kept it is still there.
  ///   - scoring: How its challenge is scored, where that is known.
  public init(
    _ draft: WorkoutDraft, keptAt: Date, isInHand: Bool, now: Date, scoring: Challenge.Scoring?
  ) {
    let age = Duration.milliseconds(now.millisecondsSince1970 - keptAt.millisecondsSince1970)
    let limit = scoring?.timeLimit
    let isFresh = age <= Self.freshness && age >= .zero - Self.freshness
    let isRunning = !draft.isPaused && (isFresh || isInHand)
    let worked = draft.duration + (isRunning ? max(.zero, age) : .zero)
    challenge = draft.challenge
    reps = draft.log.count
    elapsed = limit.map { min($0, worked) } ?? worked
    let isOver = limit.map { worked >= $0 } ?? false
    phase =
      isRunning && !isOver ? .running : !isInHand ? .unfinished : isOver ? .over : .paused
    deadline =
      phase == .running
      ? limit.map { keptAt.addingTimeInterval(($0 - draft.duration) / .seconds(1)) } : nil
  }

  /// What is left until the deadline.
  public func remaining(at now: Date) -> Duration? {
    deadline.map {
      .milliseconds(max(0, $0.millisecondsSince1970 - now.millisecondsSince1970))
    }
  }
}
