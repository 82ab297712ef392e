extension Challenge {
  /// The scoring of a challenge.
  public enum Scoring: Hashable, Sendable {
    /// The number of reps within a time limit.
    case reps(within: Duration)

    /// The time for a number of reps.
    case time(forReps: Int)

    /// The time held.
    case hold
  }
}

extension Challenge.Scoring {
  /// The scoring of a workout that a key ends: the most reps within the maximum time of a workout.
  public static let mostReps = Self.reps(within: Routine.maxDuration)

  /// The instant at which a workout ends by itself; `nil` if there is no time limit.
  public var timeLimit: Duration? {
    if case .reps(let limit) = self { limit } else { nil }
  }

  /// The number of reps with which a workout ends by itself; `nil` if there is none.
  public var repGoal: Int? {
    if case .time(let goal) = self { goal } else { nil }
  }

  /// Whether reps are counted.
  public var countsReps: Bool { self != .hold }

  /// The description on screen: `most reps in 2:00`, `most reps`, `100 reps, fastest time`, `longest hold`.
  public var title: String {
    switch self {
    case .mostReps: "most reps"
    case .reps(let limit): "most reps in \(limit.minutesText)"
    case .time(let goal): "\(goal.repsText), fastest time"
    case .hold: "longest hold"
    }
  }

  /// The description on screen of a hold that the clock ends: `longest hold, up to 25:00`.
  func title(within limit: Duration) -> String { "\(title), up to \(limit.minutesText)" }
}

extension Challenge {
  /// The description of the scoring on screen. It names the rounds, if there are any: ``Scoring/title`` or
  /// `most reps in 8 rounds of 0:20, 0:10 rest`.
  public var scoringTitle: String {
    if let holdLimit { return scoring.title(within: holdLimit) }
    if let strengthPlan { return strengthPlan.title }
    guard let intervals = routine.intervals else { return Self.title(of: routine, scoring) }
    return "most reps in \(intervals.title)"
  }

  /// The short description for a table, at most ``widestShortScoringTitle`` columns wide in the standard catalogue:
  /// `8 rounds of 0:20/0:10`, `AMRAP 12:00`, `3 rounds for time`, or ``Scoring/title``.
  public var shortScoringTitle: String { Self.shortScoringTitle(of: routine, scoring) }

  /// The number of reps of a challenge with a distance means nothing: `5km, fastest time`, `fastest time`.
  private static func title(of routine: Routine, _ scoring: Scoring) -> String {
    guard routine.hasDistance, scoring.repGoal != nil else { return scoring.title }
    return routine.distanceText.map { "\($0), fastest time" } ?? "fastest time"
  }

  static func shortScoringTitle(of routine: Routine, _ scoring: Scoring) -> String {
    if let intervals = routine.intervals { return intervals.shortTitle }
    if let plan = routine.strengthPlan { return plan.title }
    guard routine.blocks.count == 1, case .group(let group) = routine.blocks[0] else {
      return title(of: routine, scoring)
    }
    return switch (group.repetition, scoring) {
    case (.within(let limit), _): "AMRAP \(limit.minutesText)"
    case (.every(let interval, let rounds), _): "\(rounds) x every \(interval.minutesText)"
    case (.times(let rounds), .time): "\(rounds) \(rounds == 1 ? "round" : "rounds") for time"
    case (.times, _): scoring.title
    }
  }

  /// The width of the widest ``shortScoringTitle`` of the standard catalogue.
  public static let widestShortScoringTitle = 22
}
