/// A rule that suggests the next session of an exercise from the last one.
///
/// A suggestion is a value to show. It never changes what a person has planned or typed.
public enum ProgressionRule: Hashable, Sendable {
  /// The weight increases by a step after a session in which all sets reached a number of reps.
  case linear(sets: Int, reps: Int, step: DecimalText)
  /// The reps increase by one up to the end of a range. Then the weight increases by a step, and the reps begin again.
  case double(sets: Int, reps: ClosedRange<Int>, step: DecimalText)
  /// Sets with fixed percentages of a training maximum, which is a share of the estimated one-rep maximum. Weights are
  /// rounded down to a step.
  case percentage(sets: [PercentageSet], ofMaximum: Int, step: DecimalText)

  /// A set with a percentage of the training maximum.
  public struct PercentageSet: Hashable, Sendable {
    public let percent: Int
    public let reps: Int

    public init(percent: Int, reps: Int) {
      self.percent = percent
      self.reps = reps
    }
  }

  /// Returns the sets of the next session.
  ///
  /// - Parameters:
  ///   - last: The sets of the last session with the exercise. Warm-up sets don't count.
  ///   - best: The best estimated one-rep maximum, which only ``percentage(sets:ofMaximum:step:)`` needs.
  /// - Returns: `nil` if nothing is known from which a weight follows.
  public func next(after last: [SetEntry], best: Mass? = nil) -> [SetEntry]? {
    let work = last.filter { !$0.isWarmUp }
    switch self {
    case .linear(let sets, let reps, let step):
      guard let top = Self.topWeight(of: work) else { return nil }
      let isDone = Self.count(of: work, at: top, reaching: reps) >= sets
      return Self.sets(sets, isDone ? Self.increase(top, by: step) : top, reps: reps)

    case .double(let sets, let range, let step):
      guard let top = Self.topWeight(of: work) else { return nil }
      if Self.count(of: work, at: top, reaching: range.upperBound) >= sets {
        return Self.sets(sets, Self.increase(top, by: step), reps: range.lowerBound)
      }
      // The reps that all sets reached; with fewer sets, none did.
      let reached = work.filter { $0.load == .weight(top) }.map(\.reps).sorted(by: >)
      let reps = reached.count >= sets ? reached[sets - 1] + 1 : range.lowerBound
      return Self.sets(sets, top, reps: min(max(reps, range.lowerBound), range.upperBound))

    case .percentage(let sets, let share, let step):
      guard let best, let unit = Self.topWeight(of: work)?.unit else { return nil }
      return sets.reduce(into: [SetEntry]?([])) { result, set in
        let mass = Mass(units: best.units * Int128(share) * Int128(set.percent) / 10_000)
        let weight = Weight(mass, in: unit)?.rounded(downTo: step)
        guard let entry = weight.flatMap({ SetEntry(.weight($0), reps: set.reps) }) else {
          result = nil
          return
        }
        result?.append(entry)
      }
    }
  }

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

  private static func sets(_ count: Int, _ weight: Weight, reps: Int) -> [SetEntry]? {
    SetEntry(.weight(weight), reps: reps).map { Array(repeating: $0, count: count) }
  }
}
