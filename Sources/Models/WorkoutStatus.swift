import FoundationEssentials

/// How an unfinished workout stands, told from what is kept of it: for whoever looks at it from outside of the program
/// that runs it.
public struct WorkoutStatus: Hashable, Sendable {
  public let challenge: Challenge.ID
  public let reps: Int
  /// The time worked, up to now while it runs.
  public let elapsed: Duration
  /// Whether it runs; else it is paused or was left.
  public let isRunning: Bool
  /// When it ends by itself, while it runs and its challenge has a time.
  public let deadline: Date?

  /// A running workout is kept every second: what is older than this was paused or left.
  public static let freshness = Duration.seconds(2)

  /// - Parameters:
  ///   - keptAt: When the draft was kept, by the wall clock.
  ///   - scoring: How its challenge is scored, where that is known.
  public init(_ draft: WorkoutDraft, keptAt: Date, now: Date, scoring: Challenge.Scoring?) {
    let age = Duration.milliseconds(now.millisecondsSince1970 - keptAt.millisecondsSince1970)
    let limit = scoring?.timeLimit
    let isFresh = age <= Self.freshness && age >= .zero - Self.freshness
    let worked = draft.duration + (isFresh ? max(.zero, age) : .zero)
    challenge = draft.challenge
    reps = draft.log.count
    elapsed = limit.map { min($0, worked) } ?? worked
    // At its limit it is over, and about to be saved.
    let isOver = limit.map { worked >= $0 } ?? false
    isRunning = isFresh && !isOver
    deadline =
      isRunning
      ? limit.map { keptAt.addingTimeInterval(($0 - draft.duration) / .seconds(1)) } : nil
  }

  /// What is left until the deadline.
  public func remaining(at now: Date) -> Duration? {
    deadline.map {
      .milliseconds(max(0, $0.millisecondsSince1970 - now.millisecondsSince1970))
    }
  }
}
