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

  /// Creates the rules for a challenge, where `nil` stands for an unknown challenge.
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

  /// Returns an error message if the result would be impossible (``Challenge/impossibilityReason(of:_:)``).
  public func impossibilityMessage(
    for reps: Int, in time: Duration, _ figures: WorkoutFigures = WorkoutFigures()
  ) -> String? {
    let log = (WorkoutLog(typedReps: reps) ?? WorkoutLog()).ended(at: time)
    let reason =
      if let challenge {
        challenge.impossibilityReason(of: log, figures)
      } else {
        log.impossibilityReason(minGap: .zero).map { _ in
          ImpossibilityReason.tooMany(reps, in: time)
        }
      }
    return reason?.sentence
  }
}

// MARK: - Figures

/// The rules for figures that a person adds to a workout, shared by command lines and forms. Empty text yields `nil`.
extension ManualEntryRules {
  /// Parses an effort.
  ///
  /// - Throws: ``Problem``.
  public static func effort(_ text: String) throws(Problem) -> Effort? {
    try parse(text, .effort, "must be a number from 1 to 10 in steps of 0.5, as in 8 or 8.5") {
      Effort($0)
    }
  }

  /// Parses a body weight.
  ///
  /// - Throws: ``Problem``.
  public static func bodyWeight(_ text: String) throws(Problem) -> Weight? {
    try parse(
      text, .bodyWeight,
      "must be from 10 to 700 kg (22.1 to 1543.2 lb) with its unit, as in 82.5kg or 180lb"
    ) {
      Weight(bodyWeight: $0)
    }
  }

  /// Parses a distance.
  ///
  /// - Throws: ``Problem``.
  public static func distance(_ text: String) throws(Problem) -> Distance? {
    try parse(
      text, .distance, "must be up to 1000 km (621.3 mi) with its unit, as in 5km, 500m or 3.1mi"
    ) { Distance($0) }
  }

  /// Parses a number of calories.
  ///
  /// - Throws: ``Problem``.
  public static func calories(_ text: String) throws(Problem) -> Calories? {
    try parse(
      text, .calories, "must be a whole number from 1 to 20000 with its unit, as in 120kcal"
    ) {
      Calories($0)
    }
  }

  private static func parse<Figure>(
    _ text: String, _ field: Problem.Field, _ rule: String, _ parse: (String) -> Figure?
  ) throws(Problem) -> Figure? {
    let typed = text.filter { !$0.isWhitespace }
    guard !typed.isEmpty else { return nil }
    guard let figure = parse(typed) else {
      throw Problem(field: field, rule: "\(rule), not \(text.quoted)")
    }
    return figure
  }
}

extension Challenge {
  /// Whether a distance and calories can be part of a result: there is a set with a distance, or, in a custom
  /// challenge, a set that the clock or a key ends.
  public var acceptsDistance: Bool {
    routine.containsStep { step in
      switch step.target {
      case .distance: true
      case .time, .max: id.isCustom
      case .reps: false
      }
    }
  }
}
