extension Challenge {
  /// What counts in a challenge.
  public enum Scoring: Hashable, Sendable {
    /// As many reps as the time holds; reps after it do not count.
    case reps(within: Duration)

    /// As little time as it takes to do so many reps.
    case time(forReps: Int)

    /// As long as it can be held.
    case hold
  }
}

extension Challenge.Scoring {
  /// The instant at which a workout ends by itself, or `nil` when only the person ends it.
  public var timeLimit: Duration? {
    if case .reps(let limit) = self { limit } else { nil }
  }

  /// The rep with which a workout ends by itself, or `nil` when no number of reps does.
  public var repGoal: Int? {
    if case .time(let goal) = self { goal } else { nil }
  }

  /// Whether reps are counted at all.
  public var countsReps: Bool { self != .hold }

  /// How it is scored, for a person: `most reps in 2:00`, `100 reps, fastest time`, `longest hold`.
  public var title: String {
    switch self {
    case .reps(let limit): "most reps in \(limit.minutesText)"
    case .time(let goal): "\(goal) reps, fastest time"
    case .hold: "longest hold"
    }
  }
}
