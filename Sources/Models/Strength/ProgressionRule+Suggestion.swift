extension ProgressionRule {
  /// The sets of a next session, and the reason for them.
  public struct Suggestion: Hashable, Sendable {
    public let sets: [SetEntry]
    /// A sentence with the result from which the sets follow.
    public let reason: String
  }

  /// Returns the sets of the next session.
  ///
  /// - Parameters:
  ///   - last: The sets of the last session with the exercise. Warm-up sets don't count.
  ///   - best: The best estimated one-rep maximum, which only ``percentage(sets:ofMaximum:step:)`` needs.
  /// - Returns: `nil` if nothing is known from which a weight follows; see ``requirement``.
  public func suggestion(after last: [SetEntry], best: Mass? = nil) -> Suggestion? {
    let work = last.filter { !$0.isWarmUp }
    guard let top = Self.topWeight(of: work) else { return nil }
    switch self {
    case .linear(let sets, let reps, let step):
      return Self.linear(sets, reps, step, after: work, top)
    case .double(let sets, let reps, let step):
      return Self.double(sets, reps, step, after: work, top)
    case .percentage(let sets, let share, let step):
      guard let best else { return nil }
      return Self.percentages(sets, of: best, share, step, in: top.unit)
    }
  }

  /// A sentence that says which sets the rule needs for a suggestion.
  public var requirement: String {
    switch self {
    case .linear, .double: "The rule needs a set with a weight, such as 100x5, in the last session."
    case .percentage:
      "The rule needs a set with a weight, such as 100x5, in the last session, "
        + "and one of \(OneRepMaximum.reps.lowerBound) to \(OneRepMaximum.reps.upperBound) reps."
    }
  }

  private static func linear(
    _ sets: Int, _ reps: Int, _ step: DecimalText, after work: [SetEntry], _ top: Weight
  ) -> Suggestion? {
    let count = count(of: work, at: top, reaching: reps)
    let goal = "reached \(reps.repsText) with \(top.words)"
    guard count < sets else {
      return suggestion(
        sets, increase(top, by: step), reps: reps,
        "\(all(sets)) \(goal): \(step.text) \(top.unit.rawValue) more.")
    }
    return suggestion(
      sets, top, reps: reps, "\(count) of \(setsText(sets)) \(goal): the same weight again.")
  }

  private static func double(
    _ sets: Int, _ range: ClosedRange<Int>, _ step: DecimalText, after work: [SetEntry],
    _ top: Weight
  ) -> Suggestion? {
    if count(of: work, at: top, reaching: range.upperBound) >= sets {
      return suggestion(
        sets, increase(top, by: step), reps: range.lowerBound,
        "\(all(sets)) reached \(range.upperBound.repsText) with \(top.words): "
          + "\(step.text) \(top.unit.rawValue) more, from \(range.lowerBound.repsText).")
    }
    let results = work.filter { $0.load == .weight(top) }.map(\.reps).sorted(by: >)
    guard results.count >= sets else {
      return suggestion(
        sets, top, reps: range.lowerBound,
        "\(results.count) of \(setsText(sets)) with \(top.words): "
          + "the same weight from \(range.lowerBound.repsText).")
    }
    // The reps that all sets reached.
    let reached = results[sets - 1]
    let reps = min(max(reached + 1, range.lowerBound), range.upperBound)
    return suggestion(
      sets, top, reps: reps,
      "\(all(sets)) reached \(reached.repsText) with \(top.words): \(reps.repsText) now.")
  }

  private static func percentages(
    _ sets: [PercentageSet], of best: Mass, _ share: Int, _ step: DecimalText, in unit: Weight.Unit
  ) -> Suggestion? {
    var entries: [SetEntry] = []
    for set in sets {
      let mass = Mass(units: best.units * Int128(share) * Int128(set.percent) / 10_000)
      let weight = Weight(mass, in: unit)?.rounded(downTo: step)
      guard let entry = weight.flatMap({ SetEntry(.weight($0), reps: set.reps) }) else {
        return nil
      }
      entries.append(entry)
    }
    return Suggestion(
      sets: entries,
      reason: "\(share) % of the estimated maximum of \(best.text(in: unit)), "
        + "rounded down to \(step.text) \(unit.rawValue).")
  }

  // MARK: - Weights and sets

  /// Returns the heaviest weight of the sets; `nil` without any.
  private static func topWeight(of sets: [SetEntry]) -> Weight? {
    sets.compactMap { if case .weight(let weight) = $0.load { weight } else { nil } }
      .max { $0.mass < $1.mass }
  }

  private static func count(of sets: [SetEntry], at weight: Weight, reaching reps: Int) -> Int {
    sets.count { $0.load.weight?.mass == weight.mass && $0.reps >= reps }
  }

  private static func increase(_ weight: Weight, by step: DecimalText) -> Weight {
    // The heaviest possible weight stays.
    Weight(thousandths: weight.number.thousandths + step.thousandths, in: weight.unit) ?? weight
  }

  private static func suggestion(
    _ count: Int, _ weight: Weight, reps: Int, _ reason: String
  ) -> Suggestion? {
    SetEntry(.weight(weight), reps: reps).map {
      Suggestion(sets: Array(repeating: $0, count: count), reason: reason)
    }
  }

  private static func setsText(_ count: Int) -> String { count == 1 ? "1 set" : "\(count) sets" }

  private static func all(_ sets: Int) -> String {
    switch sets {
    case 1: "The set"
    case 2: "Both sets"
    default: "All \(sets) sets"
    }
  }
}
