/// How a plan's sessions follow from its test.
///
/// Four weeks of three sessions, each of five sets well below what the test came to, and each session a little more than
/// the one before: the progressive overload at submaximal volume that the well-known push-up and pull-up programmes
/// share. The figures are our own; `docs/PLAN.md` says how they were chosen.
public struct LadderRule: Hashable, Sendable {
  public static let weeks = 4
  static let sessionsPerWeek = 3
  /// Between two sets, in whole seconds, for who has chosen none of their own.
  static let usualRest = 90

  /// A longer test is made of several sets with pauses between them, and a set of it is a smaller share.
  static let longestSet = Duration.seconds(180)

  let test: TestResult

  public init(_ test: TestResult) { self.test = test }

  /// The shares of the test, in per cent: the first session's, and what each one adds.
  private var shares: (first: Int, step: Int) {
    test.measure == .hold || test.duration <= Self.longestSet ? (40, 2) : (15, 1)
  }

  /// Whether there is so little that no share of it could rise: then the number of sets does.
  private var isSingles: Bool { amount(ofSession: 1) == amount(ofSession: Self.count) }

  private static var count: Int { weeks * sessionsPerWeek }

  public var sessions: [TrainingSession] {
    (1...Self.count).map { number in
      let week = (number - 1) / Self.sessionsPerWeek + 1
      return TrainingSession(
        number: number, sets: isSingles ? 2 + week : 5, amount: set(of: amount(ofSession: number)))
    }
  }

  /// Rounded to the nearest whole, and never nothing.
  private func amount(ofSession number: Int) -> Int {
    let share = shares.first + shares.step * (number - 1)
    // In two parts, so that no amount is too large for it.
    let (hundreds, rest) = test.amount.quotientAndRemainder(dividingBy: 100)
    return max(1, hundreds * share + (rest * share + 50) / 100)
  }

  private func set(of amount: Int) -> SetAmount {
    switch test.measure {
    case .reps: .reps(amount)
    case .hold: .hold(seconds: amount)
    case .pace: .reps(amount, within: pace(of: amount))
    }
  }

  /// As long as so many reps took in the test, in whole seconds.
  private func pace(of reps: Int) -> Duration {
    let seconds = test.duration / .seconds(1) * Double(reps) / Double(test.amount)
    return .seconds(max(1, Int64(seconds.rounded())))
  }

  /// The days from the session before it, or from the test, to session `number`, or to the next test behind the last.
  func gap(before number: Int) -> Int64 {
    number > Self.count || number % Self.sessionsPerWeek == 0 ? 3 : 2
  }

  /// What the sessions are, with the person's own numbers: `5 sets at 40% of your 32 reps, 2% more each session.`
  public var ladder: String {
    let whole =
      (test.measure == .hold ? SetAmount.hold(seconds: test.amount) : .reps(test.amount)).text
    guard !isSingles else {
      return "Sets of \(set(of: amount(ofSession: 1)).text) after your \(whole): 3 in the first "
        + "week, 1 more each week."
    }
    return "5 sets at \(shares.first)% of your \(whole), \(shares.step)% more each session"
      + (test.measure == .pace ? ", at the pace of your test." : ".")
  }

  /// The rest between two sets, in whole seconds.
  ///
  /// - Parameter chosen: The rest that a person has chosen to have after a workout. Who chose none wants no clock to run
  ///   after each workout; sets that follow one another are another matter.
  public static func rest(chosen: Int) -> Int { chosen > 0 ? chosen : usualRest }

  /// What lies between sets, which is `rest` seconds, and between sessions.
  public static func pauses(rest: Int) -> String {
    "\(rest) s of rest between sets, a day or two between sessions; one that is missed waits."
  }
}
