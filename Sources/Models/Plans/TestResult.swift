import FoundationEssentials

/// What a test came to, as far as a training plan needs it.
public struct TestResult: Hashable, Sendable {
  public enum Measure: String, Hashable, Sendable {
    /// As many reps as there were.
    case reps
    /// Reps as well, but what counts is the time they took.
    case pace
    /// Whole seconds.
    case hold
  }

  public let measure: Measure

  /// Reps, or whole seconds where something was held; at least 1.
  public let amount: Int

  /// How long it took.
  public let duration: Duration

  /// The local day it was done on, in days since 1970.
  public let day: Int64

  /// - Returns: `nil` when `amount` is less than 1: nothing can be planned from nothing.
  public init?(measure: Measure, amount: Int, duration: Duration, day: Int64) {
    guard amount >= 1 else { return nil }
    self.measure = measure
    self.amount = amount
    self.duration = duration
    self.day = day
  }

  /// What a workout came to as a test.
  ///
  /// - Returns: `nil` when it has no score, or was held for less than a second.
  public init?(_ workout: Workout, scoring: Challenge.Scoring) {
    guard let score = workout.score(by: scoring) else { return nil }
    let (measure, amount): (Measure, Int) =
      switch scoring {
      case .reps: (.reps, score.reps)
      case .time: (.pace, score.reps)
      case .hold: (.hold, Int(score.duration.components.seconds))
      }
    self.init(
      measure: measure, amount: amount, duration: score.duration,
      day: workout.startedAt.localDay)
  }

  /// `32 reps`, `100 reps in 5:12`, `75 s`.
  public var text: String {
    switch measure {
    case .reps: SetAmount.reps(amount).text
    case .pace: SetAmount.reps(amount, within: duration).text
    case .hold: SetAmount.hold(seconds: amount).text
    }
  }
}
