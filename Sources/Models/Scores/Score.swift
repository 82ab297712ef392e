/// The score of a workout. Only scores of the same challenge can be compared.
public struct Score: Hashable, Sendable {
  /// The reps that counted.
  public let reps: Int

  /// The time that counted. If it decides the rank it is truncated to hundredths, so that equal times on screen are ties.
  public let duration: Duration

  /// The sort key in ascending order: a lower key is a better score.
  ///
  /// It is a single number, so that a database can index it.
  public let rankKey: Int64

  /// Creates a score from stored values.
  ///
  /// To compute a score, use ``Challenge/score(of:)``.
  public init(reps: Int, duration: Duration, rankKey: Int64) {
    self.reps = reps
    self.duration = duration
    self.rankKey = rankKey
  }

  /// Returns whether this score beats `other` of the same challenge. A tie doesn't.
  public func isBetter(than other: Score) -> Bool { rankKey < other.rankKey }

  /// The maximum rank key of a complete workout: a time in hundredths (150 years).
  public static let maxCompleteRankKey: Int64 = 500_000_000_000

  /// Whether everything was done that the challenge asks for. Incomplete workouts rank by their reps, after all complete
  /// ones, and are never a best.
  public var isComplete: Bool { rankKey <= Self.maxCompleteRankKey }
}

extension Challenge {
  /// Returns the score of a workout. Every score of a recorded workout comes from this function.
  ///
  /// A workout for time ends when its last set ends: with a rep, or after a hold or a distance. It is incomplete without
  /// that, or if a set was skipped. So is one for the most reps if what was skipped gave time or strength to other sets.
  ///
  /// - Returns: `nil` without any rep, or without any time held.
  /// - Complexity: O(log n) in the reps of a single set; otherwise O(n) in the reps, the skips and the sets.
  public func score(of workout: Workout) -> Score? {
    score(of: workout.log, skips: workout.skips, duration: workout.duration)
  }

  /// Returns the score of a log, as ``score(of:)`` does.
  ///
  /// - Parameter duration: The duration of the workout, without pauses.
  public func score(of log: RepLog, skips: SkipLog, duration: Duration) -> Score? {
    switch scoring {
    case _ where log.isManual:
      return scoring.score(
        reps: log.reps, duration: scoring.timeLimit.map { min(duration, $0) } ?? duration)
    case .reps(let limit):
      return scoring.score(
        reps: log.count(through: limit), duration: min(duration, limit),
        isComplete: skips.isEmpty || routine.losesOnlyReps
          || !routine.ending(of: log, skips: skips, duration: duration).hasSkippedSet)
    case .time(let goal):
      let ending = routine.ending(of: log, skips: skips, duration: duration)
      return scoring.score(
        reps: min(log.count, goal), duration: ending.instant ?? duration,
        isComplete: log.count >= goal && ending.instant != nil && !ending.hasSkippedSet)
    case .hold:
      return scoring.score(reps: log.count, duration: duration)
    }
  }
}

extension Challenge.Scoring {
  /// Returns the score of a number of reps without instants.
  ///
  /// A challenge for time is incomplete without all its reps.
  ///
  /// - Parameter isComplete: Whether everything else was done that the challenge asks for.
  /// - Returns: `nil` without any rep, or without any time held.
  public func score(reps: Int, duration: Duration, isComplete: Bool = true) -> Score? {
    let hundredths = duration.wholeHundredths
    guard self == .hold ? hundredths > 0 : reps > 0 else { return nil }
    guard isComplete, reps >= repGoal ?? 0 else {
      return Score(reps: reps, duration: duration, rankKey: Self.firstIncompleteKey - Int64(reps))
    }
    return switch self {
    case .reps:
      Score(reps: reps, duration: duration, rankKey: -Int64(reps))
    case .time(let goal):
      Score(
        reps: goal, duration: .milliseconds(hundredths * 10),
        rankKey: min(hundredths, Score.maxCompleteRankKey))
    case .hold:
      Score(reps: reps, duration: .milliseconds(hundredths * 10), rankKey: -hundredths)
    }
  }

  /// The rank key of an incomplete workout without reps.
  private static var firstIncompleteKey: Int64 { 2 * Score.maxCompleteRankKey }
}

extension Challenge {
  /// Returns a score of this challenge for a narrow column: `42 reps`, `05:12.33`, `63/100`, or `incomplete` if all reps
  /// were done but not everything else.
  public func shortText(_ score: Score) -> String {
    guard !score.isComplete else { return text(score) }
    guard let goal = scoring.repGoal, score.reps < goal else { return Self.incomplete }
    return "\(score.reps)/\(goal)"
  }

  /// Returns a score of this challenge as text: `42 reps`, `05:12.33`, `incomplete, 63 of 100 reps`, or
  /// `incomplete, a part was skipped` if all reps were done.
  public func text(_ score: Score) -> String {
    guard !score.isComplete else {
      return scoring.countsReps && scoring.repGoal == nil
        ? score.reps.repsText : score.duration.clockText
    }
    guard let goal = scoring.repGoal else { return "\(Self.incomplete), \(score.reps.repsText)" }
    guard score.reps < goal else { return "\(Self.incomplete), a part was skipped" }
    // The end of a distance is counted, but no rep.
    let parts =
      !routine.hasDistance
      ? goal == 1 ? "rep" : "reps" : hasReps ? "reps and distances" : "distances"
    return "\(Self.incomplete), \(score.reps) of \(goal) \(parts)"
  }

  private static var incomplete: String { "incomplete" }
}

/// A person's results in a challenge.
public struct PersonalResults: Hashable, Sendable {
  /// The best score of a complete workout, if any.
  public var best: Score?

  /// The latest workout that a person can have done. It has a score if the scoring of the challenge is known.
  public var last: Workout

  /// The scores among the requested number of latest workouts, earliest first.
  public var recent: [Score]

  /// The number of recent scores that a sparkline shows.
  public static let maxRecentCount = 10

  public init(best: Score?, last: Workout, recent: [Score] = []) {
    self.best = best
    self.last = last
    self.recent = recent
  }
}
