/// The rules for reps and a time that a person enters on a command line or in a form.
///
/// ```swift
/// let rules = ManualEntryRules(challenge)
/// let time = try rules.time("04:30")
/// let reps = try rules.reps("40")
/// if let message = rules.impossibilityMessage(for: reps, in: time) { show(message) }
/// ```
public struct ManualEntryRules: Hashable, Sendable {
  /// The reason why an entered value is invalid.
  public struct Problem: Error, Hashable, Sendable {
    public enum Field: Hashable, Sendable {
      case reps, time, effort, bodyWeight, distance, calories
    }

    public let field: Field
    /// The rule, as the end of a sentence: `must be a whole number from 1 to 100000, not "many"`.
    public let rule: String

    public init(field: Field, rule: String) {
      self.field = field
      self.rule = rule
    }
  }

  /// The maximum time of a workout that is entered manually.
  public static let maxDuration = Duration.seconds(86_400)

  private let challenge: Challenge?
  private var scoring: Challenge.Scoring? { challenge?.scoring }
  private var id: String { challenge?.id.description ?? "" }

  /// Creates the rules for a challenge; `nil` if it is unknown.
  public init(_ challenge: Challenge?) {
    self.challenge = challenge
  }

  /// Parses the time of a workout.
  ///
  /// - Throws: ``Problem``.
  public func time(_ text: String) throws(Problem) -> Duration {
    guard let time = Duration(clockText: text), time > .zero, time <= Self.maxDuration else {
      throw Problem(
        field: .time,
        rule: "must be minutes and seconds, as in 04:30 or 04:30.25, not \(text.quoted)")
    }
    if let limit = scoring?.timeLimit, time > limit {
      throw Problem(
        field: .time, rule: "\(text.quoted) is more than the \(limit.minutesText) of \(id)")
    }
    return time
  }

  /// Parses the number of reps of a workout.
  ///
  /// - Throws: ``Problem``.
  public func reps(_ text: String) throws(Problem) -> Int {
    guard let reps = Int(text), (1...RepLog.maxReps).contains(reps) else {
      throw Problem(
        field: .reps,
        rule: "must be a whole number from 1 to \(RepLog.maxReps), not \(text.quoted)")
    }
    if let goal = scoring?.repGoal, reps > goal {
      throw Problem(field: .reps, rule: "\(text.quoted) is more than the \(goal) of \(id)")
    }
    return reps
  }

  /// Returns an error message if a person can't do the reps or cover the distances in a time; otherwise `nil`.
  public func impossibilityMessage(
    for reps: Int, in time: Duration, _ figures: WorkoutFigures = WorkoutFigures()
  ) -> String? {
    guard reps <= RepLog.maxPossibleReps(in: time, minGap: challenge?.minGap ?? .zero) else {
      return "\(reps.repsText) in \(time.clockText) is faster than anyone can do them"
    }
    return challenge?.routine.tooFastSets(ofReps: reps, in: time)?.sentence
      ?? challenge?.tooFastFigure(of: figures, in: time)?.sentence
  }
}
