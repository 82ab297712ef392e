/// The score of a workout. Only scores of the same challenge can be compared.
public struct Score: Hashable, Sendable {
  /// The counted reps.
  public let reps: Int

  /// The counted time. If it decides the rank, it is truncated to hundredths, so that equal times on screen are ties.
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

  /// Returns whether this score beats `other`, a score of the same challenge; `false` if they are equal.
  public func isBetter(than other: Score) -> Bool { rankKey < other.rankKey }

  /// The maximum rank key of a complete workout: a time in hundredths (150 years).
  public static let maxCompleteRankKey: Int64 = 500_000_000_000

  /// Whether everything that the challenge requires was done. Incomplete workouts rank by their reps, after all
  /// complete ones, and are never a best.
  public var isComplete: Bool { rankKey <= Self.maxCompleteRankKey }
}

extension Challenge {
  /// Returns the score of a workout. Every score of a recorded workout comes from this function.
  ///
  /// A workout for time ends with its last set: with a rep, or after a hold or a distance. It is incomplete if that set
  /// didn't end or a set was skipped. A workout for reps is incomplete if a skip left other sets more time or strength.
  ///
  /// - Returns: `nil` without any rep, or without any time held.
  /// - Complexity: O(log n) in the reps of a single set; otherwise O(n) in the reps, the skips and the sets.
  public func score(of workout: Workout) -> Score? {
    score(of: workout.log)
  }

  /// Returns the score of a log, like ``score(of:)``.
  public func score(of log: WorkoutLog) -> Score? {
    let duration = log.duration
    switch scoring {
    case _ where log.hasTypedReps:
      return scoring.score(
        reps: log.repCount, duration: scoring.timeLimit.map { min(duration, $0) } ?? duration)
    case .reps(let limit):
      return scoring.score(
        reps: log.reps.count(through: limit), duration: min(duration, limit),
        isComplete: log.skips.isEmpty || routine.losesOnlyReps
          || !routine.ending(of: log).hasSkippedSet)
    case .time(let goal):
      let ending = routine.ending(of: log)
      return scoring.score(
        reps: min(log.reps.count, goal), duration: ending.instant ?? duration,
        isComplete: log.reps.count >= goal && ending.instant != nil && !ending.hasSkippedSet)
    case .hold:
      return scoring.score(reps: log.reps.count, duration: duration)
    }
  }
}

extension Challenge.Scoring {
  /// Returns the score of a number of reps, without using their instants.
  ///
  /// A challenge for time is incomplete without all its reps.
  ///
  /// - Parameter isComplete: Whether everything else that the challenge requires was done.
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
  /// Returns a score of this challenge for a narrow column: `42 reps`, `05:12.33`, `63/100`, or `incomplete` if all
  /// reps but not all other parts were done.
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
    // The end of a distance is counted, but it isn't a rep.
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

  /// The latest workout that isn't impossible. It has a score if the scoring of the challenge is known.
  public var last: Workout

  /// The scores of the latest workouts, up to the requested number of workouts, earliest first.
  public var recent: [Score]

  /// The number of recent scores that a sparkline shows.
  public static let maxRecentCount = 10

  public init(best: Score?, last: Workout, recent: [Score] = []) {
    self.best = best
    self.last = last
    self.recent = recent
  }
}

// MARK: - Comparison

extension Challenge.Scoring {
  /// Returns a score as a share of the best score, by reps, time held or speed.
  ///
  /// - Returns: `nil` if only one of them is complete, so that they can't be compared, or if the best score is zero.
  public func share(of score: Score, in best: Score) -> Double? {
    guard score.isComplete == best.isComplete else { return nil }
    let share: Double
    switch self {
    case .time where score.isComplete: share = best.duration / score.duration
    case .reps, .time: share = Double(score.reps) / Double(best.reps)
    case .hold: share = score.duration / best.duration
    }
    return share.isFinite ? share : nil
  }

  /// Returns the difference between two scores as text: `1 rep`, `00:12.30`.
  ///
  /// - Returns: `nil` if they can't be compared; see ``share(of:in:)``.
  public func difference(between score: Score, and other: Score) -> String? {
    guard score.isComplete == other.isComplete else { return nil }
    let reps = abs(score.reps - other.reps)
    let time = Duration.milliseconds(
      abs(score.duration.wholeMilliseconds - other.duration.wholeMilliseconds))
    return switch self {
    case .time where score.isComplete: time.clockText
    case .reps, .time: reps.repsText
    case .hold: time.clockText
    }
  }
}

// MARK: - Scoring

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

  /// The time after which a workout ends; `nil` if there is no time limit.
  public var timeLimit: Duration? {
    if case .reps(let limit) = self { limit } else { nil }
  }

  /// The number of reps after which a workout ends; `nil` if there is no such number.
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

  /// Returns the title, without the meaningless reps of a distance: `5km, fastest time`, `fastest time`.
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
