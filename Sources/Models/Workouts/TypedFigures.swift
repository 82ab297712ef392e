/// The rules for reps and a time that a person types, on a command line or in a form.
///
/// ```swift
/// let figures = TypedFigures(challenge)
/// let time = try figures.time("04:30")
/// let reps = try figures.reps("40")
/// try figures.check(reps, in: time)
/// ```
public struct TypedFigures: Hashable, Sendable {
  /// The reason why a figure is refused.
  public struct Problem: Error, Hashable, Sendable {
    public enum Figure: Hashable, Sendable { case reps, time }

    public let figure: Figure
    /// The rule, to be said of the figure: `must be a whole number from 1 to 100000, not "many"`.
    public let rule: String

    public init(figure: Figure, rule: String) {
      self.figure = figure
      self.rule = rule
    }
  }

  /// Longer than any workout, and short enough for every log.
  public static let longest = Duration.seconds(86_400)

  private let scoring: Challenge.Scoring?
  private let minimumGap: Duration
  private let id: String

  /// - Parameter challenge: The workout's challenge; without one nothing is known but that reps take time.
  public init(_ challenge: Challenge?) {
    scoring = challenge?.scoring
    minimumGap = challenge?.minimumGap ?? .zero
    id = challenge?.id.description ?? ""
  }

  /// Reads the time of a workout.
  ///
  /// - Throws: ``Problem``.
  public func time(_ text: String) throws(Problem) -> Duration {
    guard let time = Duration(clockText: text), time > .zero, time <= Self.longest else {
      throw Problem(
        figure: .time,
        rule: "must be minutes and seconds, as in 04:30 or 04:30.25, not \(text.quoted)")
    }
    if let limit = scoring?.timeLimit, time > limit {
      throw Problem(
        figure: .time, rule: "\(text.quoted) is more than the \(limit.minutesText) of \(id)")
    }
    return time
  }

  /// Reads the number of reps of a workout.
  ///
  /// - Throws: ``Problem``.
  public func reps(_ text: String) throws(Problem) -> Int {
    guard let reps = Int(text), (1...RepLog.mostReps).contains(reps) else {
      throw Problem(
        figure: .reps,
        rule: "must be a whole number from 1 to \(RepLog.mostReps), not \(text.quoted)")
    }
    if let goal = scoring?.repGoal, reps > goal {
      throw Problem(figure: .reps, rule: "\(text.quoted) is more than the \(goal) of \(id)")
    }
    return reps
  }

  /// Returns what is wrong with so many reps in a time, where nobody does them so fast.
  public func objection(to reps: Int, in time: Duration) -> String? {
    guard reps > RepLog.most(in: time, minimumGap: minimumGap) else { return nil }
    return "\(reps.repsText) in \(time.clockText) is faster than anybody does them"
  }
}
