/// A rule that suggests the next session of an exercise from the last one.
///
/// A suggestion is a value to show. It never changes what a person has planned or typed. People type a rule as a line,
/// such as `linear 5x5 +2.5`, whose grammar is in `docs/WORKOUTS.md`.
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

  /// The canonical text, which ``init(text:)`` parses to an equal rule.
  public var text: String {
    switch self {
    case .linear(let sets, let reps, let step):
      "linear \(sets)x\(reps) +\(step.text)"
    case .double(let sets, let reps, let step):
      "double \(sets)x\(reps.lowerBound)-\(reps.upperBound) +\(step.text)"
    case .percentage(let sets, let share, let step):
      "percent \(sets.map { "\($0.percent)%x\($0.reps)" }.joined(separator: " "))"
        + " of \(share)% step \(step.text)"
    }
  }
}
