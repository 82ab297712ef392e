/// A rule that suggests the next session of an exercise from the last one.
///
/// A suggestion never changes a planned or typed set. People type a rule as a line, such as `linear 5x5 +2.5`;
/// `docs/WORKOUTS.md` has the grammar.
public enum ProgressionRule: Hashable, Sendable {
  /// The weight increases by a step after a session in which all sets reached a number of reps.
  case linear(sets: Int, reps: Int, step: DecimalText)
  /// Like ``linear(sets:reps:step:)`` with a stage's sets and reps. Failures lead to the next stage with the same weight,
  /// and after the last stage to the first one with a lower weight.
  case staged(stages: [Stage], step: DecimalText, deload: Deload)
  /// The reps increase by one up to the end of a range. Then the weight increases by a step, and the reps start again
  /// from the beginning of the range.
  case double(sets: Int, reps: ClosedRange<Int>, step: DecimalText)
  /// Sets with fixed percentages of a training maximum, which is a share of the estimated one-rep maximum. Weights are
  /// rounded down to a multiple of the step.
  case percentage(sets: [PercentageSet], ofMaximum: Int, step: DecimalText)

  /// A set with a percentage of a weight.
  public struct PercentageSet: Hashable, Sendable {
    public let percent: Int
    public let reps: Int

    public init(percent: Int, reps: Int) {
      self.percent = percent
      self.reps = reps
    }

    var text: String { "\(percent)%x\(reps)" }
  }

  /// A number of sets with a number of reps.
  public struct Stage: Hashable, Sendable {
    public let sets: Int
    public let reps: Int

    public init(sets: Int, reps: Int) {
      self.sets = sets
      self.reps = reps
    }
  }

  /// A decrease of the weight in percent, after a number of successive failures with the same weight.
  public struct Deload: Hashable, Sendable {
    public let percent: Int
    public let failures: Int

    public init(percent: Int, failures: Int) {
      self.percent = percent
      self.failures = failures
    }
  }

  /// The canonical text, which ``init(text:)`` parses to an equal rule.
  public var text: String {
    switch self {
    case .linear(let sets, let reps, let step):
      "linear \(sets)x\(reps) +\(step.text)"
    case .staged(let stages, let step, let deload):
      "linear \(stages.map { "\($0.sets)x\($0.reps)" }.joined(separator: " ")) +\(step.text) "
        + "deload \(deload.percent)% after \(deload.failures)"
    case .double(let sets, let reps, let step):
      "double \(sets)x\(reps.lowerBound)-\(reps.upperBound) +\(step.text)"
    case .percentage(let sets, let share, let step):
      "percent \(sets.map(\.text).joined(separator: " "))"
        + " of \(share)% step \(step.text)"
    }
  }

  // MARK: - Suggestions

  /// The sets of the next session, and the reason for them.
  public struct Suggestion: Hashable, Sendable {
    public let sets: [SetEntry]
    /// A sentence with the result on which the sets are based.
    public let reason: String
  }

  /// Returns the sets of the next session.
  ///
  /// ```swift
  /// // 102.5 kg, because the heavier single and the lighter set don't count:
  /// // "linear 5x5 +2.5" after 120x1 100x5 100x5 100x5 100x5 100x5 80x10
  /// ```
  ///
  /// - Parameters:
  ///   - last: The sets of the last session with the exercise. Warm-up sets don't count.
  ///   - earlier: The sets of the sessions before it, earliest first, which only ``staged(stages:step:deload:)`` needs.
  ///   - best: The best estimated one-rep maximum, which only ``percentage(sets:ofMaximum:step:)`` needs.
  ///   - share: The part of the body's weight that `best` includes.
  ///   - unit: The unit of the step: the exercise's unit, or `nil` for the unit of the last weight.
  /// - Returns: `nil` if the sets don't determine a weight; see ``requirement``.
  public func suggestion(
    after last: [SetEntry], earlier: [[SetEntry]] = [], best: Mass? = nil,
    share: BodyShare = .none, unit: Weight.Unit? = nil
  ) -> Suggestion? {
    let work = last.filter { !$0.isWarmUp }
    let weight = work.lazy.compactMap { $0.load.weight ?? $0.body }.last
    guard let unit = unit ?? weight?.unit else { return nil }
    switch self {
    case .linear(let sets, let reps, let step):
      guard let work = WorkingSets(work, count: sets, reps: reps) else { return nil }
      return Self.linear(sets, reps, Step(number: step, unit: unit), work)
    case .staged(let stages, let step, let deload):
      return Self.staged(stages, Step(number: step, unit: unit), deload, earlier + [work])
    case .double(let sets, let reps, let step):
      guard let work = WorkingSets(work, count: sets, reps: reps.lowerBound) else { return nil }
      return Self.double(sets, reps, Step(number: step, unit: unit), work)
    case .percentage(let sets, let percent, let step):
      guard let best, let last = work.last, weight != nil else { return nil }
      let body = last.load.includesBody ? last.body : nil
      return Self.percentages(sets, of: best, percent, step, in: unit) {
        share.load(moving: $0, body, step: step, in: unit)
      }
    }
  }

  /// A sentence about the sets that the rule needs for a suggestion.
  public var requirement: String {
    switch self {
    case .linear(_, let reps, _): Self.requirement(reps: reps)
    case .staged(let stages, _, _): Self.requirement(reps: stages.map(\.reps).min() ?? 1)
    case .double(_, let reps, _): Self.requirement(reps: reps.lowerBound)
    case .percentage:
      "The rule needs a set with a weight, such as 100x5, in the last session, "
        + "and a set of \(OneRepMaximum.reps.lowerBound) to \(OneRepMaximum.reps.upperBound) reps."
    }
  }

  private static func requirement(reps: Int) -> String {
    "The rule needs a work set of \(WorkingSets.minReps(of: reps)) or more reps in the last session."
  }

  private static func linear(
    _ sets: Int, _ reps: Int, _ step: Step, _ work: WorkingSets
  ) -> Suggestion? {
    let count = work.count(reaching: reps)
    let goal = "reached \(reps.repsText) with \(work.load.words)"
    guard count < sets else {
      return suggestion(
        sets, work.load.increased(by: step.number, step.unit), reps: reps,
        "\(all(sets)) \(goal): \(step.words(for: work.load)).")
    }
    return suggestion(
      sets, work.load, reps: reps,
      "\(count) of \(sets.counted("set")) \(goal): the same weight again.")
  }

  /// Follows the stages through all sessions.
  private static func staged(
    _ stages: [Stage], _ step: Step, _ deload: Deload, _ sessions: [[SetEntry]]
  ) -> Suggestion? {
    var (index, failures) = (0, 0)
    var failed: Load?
    var suggestion: Suggestion?
    for sets in sessions {
      let stage = stages[index]
      guard
        let work = WorkingSets(
          sets.filter { !$0.isWarmUp }, count: stage.sets, reps: stage.reps)
      else {
        suggestion = nil
        continue
      }
      suggestion = linear(stage.sets, stage.reps, step, work)
      guard work.count(reaching: stage.reps) < stage.sets else {
        failed = nil
        continue
      }
      failures = work.load == failed ? failures + 1 : 1
      failed = work.load
      guard failures >= deload.failures else { continue }
      failed = nil
      index = (index + 1) % stages.count
      let load = index == 0 ? work.load.decreased(byPercent: deload.percent, step.unit) : work.load
      suggestion = self.suggestion(
        stages[index].sets, load, reps: stages[index].reps,
        "\(failures.counted("session")) missed \(stage.sets)x\(stage.reps) with "
          + "\(work.load.words): \(stages[index].sets)x\(stages[index].reps) with \(load.words) now."
      )
    }
    return suggestion
  }

  private static func double(
    _ sets: Int, _ range: ClosedRange<Int>, _ step: Step, _ work: WorkingSets
  ) -> Suggestion? {
    let load = work.load.words
    if work.count(reaching: range.upperBound) >= sets {
      return suggestion(
        sets, work.load.increased(by: step.number, step.unit), reps: range.lowerBound,
        "\(all(sets)) reached \(range.upperBound.repsText) with \(load): "
          + "\(step.words(for: work.load)), from \(range.lowerBound.repsText).")
    }
    guard work.reps.count >= sets else {
      return suggestion(
        sets, work.load, reps: range.lowerBound,
        "\(work.reps.count) of \(sets.counted("set")) with \(load): "
          + "the same weight again, from \(range.lowerBound.repsText).")
    }
    // The reps that all sets reached.
    let reached = work.reps.sorted(by: >)[sets - 1]
    let reps = (reached + 1).clamped(to: range)
    return suggestion(
      sets, work.load, reps: reps,
      "\(all(sets)) reached \(reached.repsText) with \(load): \(reps.repsText) now.")
  }

  private static func percentages(
    _ sets: [PercentageSet], of best: Mass, _ share: Int, _ step: DecimalText,
    in unit: Weight.Unit, _ load: (Mass) -> Load?
  ) -> Suggestion? {
    var entries: [SetEntry] = []
    for set in sets {
      let mass = Mass(units: best.units * Int128(share) * Int128(set.percent) / 10_000)
      guard let entry = load(mass).flatMap({ SetEntry($0, reps: set.reps) }) else { return nil }
      entries.append(entry)
    }
    return Suggestion(
      sets: entries,
      reason: "Percentages of \(share) % of \(best.text(in: unit)), "
        + "rounded down in steps of \(step.text) \(unit.rawValue).")
  }

  private static func suggestion(
    _ count: Int, _ load: Load, reps: Int, _ reason: String
  ) -> Suggestion? {
    SetEntry(load, reps: reps).map {
      Suggestion(sets: Array(repeating: $0, count: count), reason: reason)
    }
  }

  private static func all(_ sets: Int) -> String {
    switch sets {
    case 1: "The set"
    case 2: "Both sets"
    default: "All \(sets) sets"
    }
  }

  /// The step of a rule with its unit.
  private struct Step {
    let number: DecimalText
    let unit: Weight.Unit

    func words(for load: Load) -> String {
      var isAssisted: Bool { if case .assisted = load { true } else { false } }
      let isRounded = load.weight.map { $0.unit != unit } ?? false
      return "\(number.text) \(unit.rawValue) \(isAssisted ? "less assistance" : "more")"
        + (isRounded ? ", rounded down to a multiple of \(number.text) \(unit.rawValue)" : "")
    }
  }
}

/// The sets of a session that a rule evaluates. All have the same load.
///
/// Heavier sets with few reps, and lighter sets before or afterwards, don't count. A load isn't suggested if no set has
/// half of the rule's reps, because a single says nothing about five sets of five.
private struct WorkingSets {
  let load: Load
  /// The reps of each set with the load.
  let reps: [Int]

  /// Creates the sets with the heaviest load that has enough sets for the rule, or else with the most common load.
  ///
  /// - Parameters:
  ///   - sets: The sets of the session without warm-up sets.
  ///   - count: The number of sets of the rule.
  ///   - goal: The minimum number of reps of the rule.
  /// - Returns: `nil` if no set has half of the rule's reps.
  init?(_ sets: [SetEntry], count: Int, reps goal: Int) {
    let loads = Dictionary(grouping: sets, by: \.load.rank).compactMap { _, sets in
      sets.last.map { WorkingSets(load: $0.load, reps: sets.map(\.reps)) }
    }
    // A set with at least four fifths of the goal counts as an attempt at it.
    let attempts = loads.filter { $0.best * 5 >= goal * 4 }
    let candidates =
      attempts.isEmpty ? loads.filter { $0.best >= Self.minReps(of: goal) } : attempts
    let complete = candidates.filter { $0.reps.count >= count }.max { $0.load.rank < $1.load.rank }
    func isLess(_ a: Self, _ b: Self) -> Bool {
      let (reachesA, reachesB) = (a.best >= goal ? 1 : 0, b.best >= goal ? 1 : 0)
      return (a.reps.count, reachesA, a.load.rank) < (b.reps.count, reachesB, b.load.rank)
    }
    guard let found = complete ?? candidates.max(by: isLess) else { return nil }
    self = found
  }

  private init(load: Load, reps: [Int]) {
    self.load = load
    self.reps = reps
  }

  private var best: Int { reps.max() ?? 0 }

  func count(reaching goal: Int) -> Int { reps.count { $0 >= goal } }

  /// Returns half of the goal, rounded up.
  static func minReps(of goal: Int) -> Int { (goal + 1) / 2 }
}
