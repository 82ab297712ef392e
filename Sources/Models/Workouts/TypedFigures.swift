/// The rules for reps and a time that a person types, on a command line or in a form.
///
/// ```swift
/// let figures = TypedFigures(challenge)
/// let time = try figures.time("04:30")
/// let reps = try figures.reps("40")
/// try figures.check(reps, in: time)
/// ```
public struct TypedFigures: Hashable, Sendable {
  /// The reason why a typed value is invalid.
  public struct Problem: Error, Hashable, Sendable {
    public enum Figure: Hashable, Sendable { case reps, time }

    public let figure: Figure
    /// The rule, as the end of a sentence: `must be a whole number from 1 to 100000, not "many"`.
    public let rule: String

    public init(figure: Figure, rule: String) {
      self.figure = figure
      self.rule = rule
    }
  }

  /// The maximum time of a typed workout.
  public static let longest = Duration.seconds(86_400)

  private let scoring: Challenge.Scoring?
  private let minimumGap: Duration
  private let id: String

  /// Creates the rules for a challenge; `nil` if it is unknown.
  public init(_ challenge: Challenge?) {
    scoring = challenge?.scoring
    minimumGap = challenge?.minimumGap ?? .zero
    id = challenge?.id.description ?? ""
  }

  /// Parses the time of a workout.
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

  /// Parses the number of reps of a workout.
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

  /// Returns an error message if a person can't do the reps in a time; otherwise `nil`.
  public func objection(to reps: Int, in time: Duration) -> String? {
    guard reps > RepLog.most(in: time, minimumGap: minimumGap) else { return nil }
    return "\(reps.repsText) in \(time.clockText) is faster than anyone can do them"
  }
}
