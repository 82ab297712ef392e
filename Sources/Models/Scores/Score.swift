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
  /// To compute a score, use ``Challenge/Scoring/score(reps:duration:)`` or ``Workout/score(by:)``.
  public init(reps: Int, duration: Duration, rankKey: Int64) {
    self.reps = reps
    self.duration = duration
    self.rankKey = rankKey
  }

  /// Returns whether this score beats `other` of the same challenge. A tie doesn't.
  public func isBetter(than other: Score) -> Bool { rankKey < other.rankKey }
}

extension Challenge.Scoring {
  /// Returns the score of a log.
  ///
  /// - Parameter duration: The duration of the workout, without pauses.
  /// - Returns: `nil` without any rep, or without any time held.
  /// - Complexity: O(log n) in the number of reps.
  public func score(reps log: RepLog, duration: Duration) -> Score? {
    switch self {
    case _ where log.isManual:
      return score(reps: log.reps, duration: timeLimit.map { min(duration, $0) } ?? duration)
    case .reps(let limit):
      return score(reps: log.count(through: limit), duration: min(duration, limit))
    case .time(let goal) where goal > 0 && log.count >= goal:
      return score(reps: goal, duration: log[goal - 1])
    case .time, .hold:
      return score(reps: log.count, duration: duration)
    }
  }

  /// Returns the score of a number of reps without instants.
  ///
  /// An unfinished challenge for time is ranked by its reps, after all finished ones.
  ///
  /// - Returns: `nil` without any rep, or without any time held.
  public func score(reps: Int, duration: Duration) -> Score? {
    switch self {
    case .reps:
      guard reps > 0 else { return nil }
      return Score(reps: reps, duration: duration, rankKey: -Int64(reps))
    case .time(let goal):
      guard reps > 0 else { return nil }
      guard reps >= goal else {
        return Score(reps: reps, duration: duration, rankKey: Self.unfinishedRankKey - Int64(reps))
      }
      let hundredths = duration.wholeHundredths
      return Score(
        reps: goal, duration: .milliseconds(hundredths * 10),
        rankKey: min(hundredths, Self.unfinishedRankKey / 2))
    case .hold:
      let hundredths = duration.wholeHundredths
      guard hundredths > 0 else { return nil }
      return Score(reps: reps, duration: .milliseconds(hundredths * 10), rankKey: -hundredths)
    }
  }

  /// A rank key after every possible time, in hundredths (300 years).
  private static var unfinishedRankKey: Int64 { 1_000_000_000_000 }

  /// Returns a score of this challenge for a narrow column: `42 reps`, `05:12.33`, or `63/100`.
  public func shortText(_ score: Score) -> String {
    if case .time(let goal) = self, score.reps < goal {
      "\(score.reps)/\(goal)"
    } else {
      text(score)
    }
  }

  /// Returns a score of this challenge as text: `42 reps`, `05:12.33`, or `63 of 100 reps`.
  public func text(_ score: Score) -> String {
    switch self {
    case .reps:
      score.reps.repsText
    case .time(let goal) where score.reps < goal:
      "\(score.reps) of \(goal) reps"
    case .time, .hold:
      score.duration.clockText
    }
  }
}

/// A person's results in a challenge.
public struct PersonalResults: Hashable, Sendable {
  /// The best score; `nil` if no workout has one.
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
