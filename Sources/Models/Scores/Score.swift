/// What a workout is worth in its challenge.
///
/// Scores of one challenge can be compared; scores of two challenges cannot.
public struct Score: Hashable, Sendable {
  /// The reps that counted.
  public let reps: Int

  /// The time that counted, cut to whole hundredths where it decides: what looks like a tie on the
  /// screen is one.
  public let duration: Duration

  /// Where the score stands in an ascending order: the lower, the better.
  ///
  /// One number, so that a database can keep it in an index and page through it.
  public let rankKey: Int64

  /// Puts together a score that was decided earlier, as a database returns it.
  ///
  /// To decide one, ask ``Challenge/Scoring/score(reps:duration:)`` or ``Workout/score(by:)``.
  public init(reps: Int, duration: Duration, rankKey: Int64) {
    self.reps = reps
    self.duration = duration
    self.rankKey = rankKey
  }

  /// Whether this score beats `other` of the same challenge. A tie beats nothing.
  public func isBetter(than other: Score) -> Bool { rankKey < other.rankKey }
}

extension Challenge.Scoring {
  /// Decides what a log of reps is worth.
  ///
  /// - Parameter duration: How long the workout ran, pauses left out.
  /// - Returns: `nil` when it is worth nothing: no rep where reps count, no time held.
  /// - Complexity: O(log n) in the number of reps.
  public func score(reps log: RepLog, duration: Duration) -> Score? {
    switch self {
    case _ where log.isTyped:
      return score(reps: log.reps, duration: timeLimit.map { min(duration, $0) } ?? duration)
    case .reps(let limit):
      return score(reps: log.count(through: limit), duration: min(duration, limit))
    case .time(let goal) where goal > 0 && log.count >= goal:
      return score(reps: goal, duration: log[goal - 1])
    case .time, .hold:
      return score(reps: log.count, duration: duration)
    }
  }

  /// Decides what so many reps in so much time are worth, when their instants are not known.
  ///
  /// A challenge for time that was left early still ranks, behind everybody who finished it, by the
  /// reps that were done.
  ///
  /// - Returns: `nil` when it is worth nothing: no rep where reps count, no time held.
  public func score(reps: Int, duration: Duration) -> Score? {
    switch self {
    case .reps:
      guard reps > 0 else { return nil }
      return Score(reps: reps, duration: duration, rankKey: -Int64(reps))
    case .time(let goal):
      guard reps > 0 else { return nil }
      guard reps >= goal else {
        return Score(reps: reps, duration: duration, rankKey: Self.unfinished - Int64(reps))
      }
      let hundredths = duration.wholeHundredths
      return Score(
        reps: goal, duration: .milliseconds(hundredths * 10),
        rankKey: min(hundredths, Self.unfinished / 2))
    case .hold:
      let hundredths = duration.wholeHundredths
      guard hundredths > 0 else { return nil }
      return Score(reps: reps, duration: .milliseconds(hundredths * 10), rankKey: -hundredths)
    }
  }

  /// Behind every time that a workout could have taken, in hundredths (300 years of them).
  private static var unfinished: Int64 { 1_000_000_000_000 }

  /// A score of this challenge where there is little room: `42 reps`, `05:12.33`, or `63/100`.
  public func shortText(_ score: Score) -> String {
    if case .time(let goal) = self, score.reps < goal {
      "\(score.reps)/\(goal)"
    } else {
      text(score)
    }
  }

  /// A score of this challenge for a person: `42 reps`, `05:12.33`, or `63 of 100 reps`.
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

/// How one person has done in one challenge.
public struct PersonalResults: Hashable, Sendable {
  /// The best score there is; `nil` while no workout scored.
  public var best: Score?

  /// The latest workout, whether it scored or not.
  public var last: Workout

  /// The scores of the latest workouts, earliest first: at most ``recentCount``.
  public var recent: [Score]

  /// How many of the latest workouts are looked at.
  public static let recentCount = 10

  public init(best: Score?, last: Workout, recent: [Score] = []) {
    self.best = best
    self.last = last
    self.recent = recent
  }
}
