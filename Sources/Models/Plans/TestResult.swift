import FoundationEssentials

/// The result of a test, as the basis of a training plan.
public struct TestResult: Hashable, Sendable {
  public enum Measure: String, Hashable, Sendable {
    /// The number of reps.
    case reps
    /// The time for a number of reps.
    case pace
    /// Whole seconds.
    case hold
  }

  public let measure: Measure

  /// The number of reps, or of whole seconds for a hold; at least 1.
  public let amount: Int

  /// The duration of the test.
  public let duration: Duration

  /// The local day of the test, in days since 1970.
  public let day: Int64

  /// Creates a test result; `nil` if `amount` is less than 1.
  public init?(measure: Measure, amount: Int, duration: Duration, day: Int64) {
    guard amount >= 1 else { return nil }
    self.measure = measure
    self.amount = amount
    self.duration = duration
    self.day = day
  }

  /// Creates the test result of a workout; `nil` if it is not ranked, or was held for less than a second.
  public init?(_ saved: SavedWorkout, scoring: Challenge.Scoring) {
    self.init(saved.workout, score: saved.score, scoring: scoring)
  }

  /// Creates the test result of a workout with a score; `nil` without one.
  public init?(_ workout: Workout, score: Score?, scoring: Challenge.Scoring) {
    guard let score else { return nil }
    let (measure, amount): (Measure, Int) =
      switch scoring {
      case .reps: (.reps, score.reps)
      case .time: (.pace, score.reps)
      case .hold: (.hold, Int(score.duration.components.seconds))
      }
    self.init(
      measure: measure, amount: amount, duration: score.duration,
      day: workout.day)
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
