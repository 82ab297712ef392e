import FoundationEssentials

/// A rule that computes the sessions of a plan from its test.
///
/// A plan has four weeks of three sessions, with five sets each, well below the test's result and slightly above the
/// previous session: progressive overload at submaximal volume, as in common push-up and pull-up programs.
/// `docs/GUIDE.md` explains the numbers.
public struct PlanRule: Hashable, Sendable {
  public static let weeks = 4
  static let sessionsPerWeek = 3
  /// The default rest between two sets, in whole seconds.
  static let defaultRest = 90

  /// The maximum duration of a test that counts as a single set. For longer tests, a set is a smaller share.
  static let maxSingleSetDuration = Duration.seconds(180)

  let test: TestResult

  public init(_ test: TestResult) { self.test = test }

  /// The share of the test in the first session, and its increase per session, in percent.
  private var shares: (first: Int, step: Int) {
    test.measure == .hold || test.duration <= Self.maxSingleSetDuration ? (40, 2) : (15, 1)
  }

  /// Whether the result is too small for increasing shares, so that the number of sets increases instead.
  private var shouldIncreaseSets: Bool { amount(ofSession: 1) == amount(ofSession: Self.count) }

  private static var count: Int { weeks * sessionsPerWeek }

  public var sessions: [TrainingSession] {
    (1...Self.count).map { number in
      let week = (number - 1) / Self.sessionsPerWeek + 1
      return TrainingSession(
        number: number, sets: shouldIncreaseSets ? 2 + week : 5,
        amount: set(of: amount(ofSession: number)))
    }
  }

  /// Returns the amount of a set, rounded and at least 1.
  private func amount(ofSession number: Int) -> Int {
    let share = shares.first + shares.step * (number - 1)
    // Multiplies in two parts, so that large amounts don't overflow.
    let (hundreds, rest) = test.amount.quotientAndRemainder(dividingBy: 100)
    return max(1, hundreds * share + (rest * share + 50) / 100)
  }

  private func set(of amount: Int) -> SetAmount {
    switch test.measure {
    case .reps: .reps(amount)
    case .hold: .hold(seconds: amount)
    case .pace: .reps(amount, within: duration(ofReps: amount))
    }
  }

  /// Returns the time for a number of reps at the pace of the test, in whole seconds.
  private func duration(ofReps reps: Int) -> Duration {
    let seconds = test.duration / .seconds(1) * Double(reps) / Double(test.amount)
    return .seconds(max(1, Int64(seconds.rounded())))
  }

  /// Returns the number of days from the previous session or test to session `number`, or to the test at the end.
  func dayCount(before number: Int) -> Int64 {
    number > Self.count || number % Self.sessionsPerWeek == 0 ? 3 : 2
  }

  /// A description of the sessions: `5 sets at 40% of your 32 reps, next time 42%, then 44% and so on.`
  public var summary: String {
    let testText =
      (test.measure == .hold ? SetAmount.hold(seconds: test.amount) : .reps(test.amount)).text
    guard !shouldIncreaseSets else {
      return "Sets of \(set(of: amount(ofSession: 1)).text) after your \(testText): 3 in the first "
        + "week, 1 more each week."
    }
    let (first, step) = shares
    return
      "5 sets at \(first)% of your \(testText), next time \(first + step)%, "
      + "then \(first + 2 * step)% and so on"
      + (test.measure == .pace ? ", at the pace of your test." : ".")
  }

  /// Returns the rest between two sets, in whole seconds.
  ///
  /// - Parameter setting: The person's setting for the rest after workouts. Zero turns it off after workouts, but not
  ///   between the sets of a session.
  public static func restSeconds(setting: Int) -> Int { setting > 0 ? setting : defaultRest }

  /// Returns a description of the rests between sets, in seconds, and between sessions.
  public static func restSummary(rest: Int) -> String {
    "\(rest) s of rest between sets, a day or two between sessions; missed sessions are postponed."
  }
}

// MARK: - Tests

/// The result of a test, as the basis of a training plan.
public struct TestResult: Hashable, Sendable {
  public enum Measure: String, Hashable, Sendable {
    /// The number of reps.
    case reps
    /// The time for a number of reps.
    case pace
    /// The time held, in whole seconds.
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

  /// Creates the test result of a workout; `nil` if it is not ranked, or is a hold of less than a second.
  public init?(_ saved: SavedWorkout, scoring: Challenge.Scoring, dayStart: DayStart) {
    self.init(saved.workout, score: saved.score, scoring: scoring, dayStart: dayStart)
  }

  /// Creates the test result of a workout with a score; `nil` without a score.
  public init?(
    _ workout: Workout, score: Score?, scoring: Challenge.Scoring, dayStart: DayStart
  ) {
    guard let score else { return nil }
    let (measure, amount): (Measure, Int) =
      switch scoring {
      case .reps: (.reps, score.reps)
      case .time: (.pace, score.reps)
      case .hold: (.hold, Int(score.duration.components.seconds))
      }
    self.init(
      measure: measure, amount: amount, duration: score.duration,
      day: dayStart.day(of: workout))
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

// MARK: - Sets

/// The amount of work in a set of a training plan.
public enum SetAmount: Hashable, Sendable {
  /// A number of reps, and the time for them if the challenge is scored by time.
  case reps(Int, within: Duration? = nil)

  /// A time to hold, in whole seconds.
  case hold(seconds: Int)

  /// `13 reps`, `13 reps in 0:40`, `24 s`.
  public var text: String {
    switch self {
    case .reps(let reps, let time):
      reps.repsText + (time.map { " in \($0.minutesText)" } ?? "")
    case .hold(let seconds): "\(seconds) s"
    }
  }

  /// The amount without a word for reps: `13`, `13 in 0:40`, `24 s`.
  public var shortText: String {
    switch self {
    case .reps(let reps, let time): "\(reps)" + (time.map { " in \($0.minutesText)" } ?? "")
    case .hold: text
    }
  }
}
