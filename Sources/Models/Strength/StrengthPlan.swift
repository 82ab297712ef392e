/// The planned sets of a strength session, in order.
///
/// ```swift
/// let plan = StrengthPlan(try Routine(text: "2x(squat 5 @ 100kg, row 8 @ 60kg, rest 2:00)"))
/// plan?.sets.map(\.exercise)   // squat, row, squat, row
/// plan?.sets.map(\.rest)       // nil, 2 minutes, nil, 2 minutes
/// ```
public struct StrengthPlan: Hashable, Sendable {
  public let routine: Routine
  public let sets: [Target]
  /// Whether a set without a planned weight gets one from the person, unless the exercise moves the body.
  public var needsWeights = false

  /// A planned set.
  public struct Target: Hashable, Sendable {
    public let exercise: String
    /// The number of reps; `nil` for as many as possible.
    public let reps: Int?
    public let load: Routine.PlannedLoad?
    public let isWarmUp: Bool
    /// The rest after the set; `nil` if the routine has no rest there.
    public var rest: Duration?
  }

  /// Creates the plan of a routine.
  ///
  /// - Returns: `nil` if the clock ends a set or a group, a target is a distance, or there are more sets than a session
  ///   can have.
  /// - Complexity: O(n) in the sets.
  public init?(_ routine: Routine) {
    var sets: [Target] = []
    guard Self.append(routine.blocks, to: &sets) else { return nil }
    self.routine = routine
    self.sets = sets
  }

  /// Whether the routine has rests. Otherwise the person's setting determines them.
  public var hasRests: Bool { sets.contains { $0.rest != nil } }

  private static func append(_ blocks: [Routine.Block], to sets: inout [Target]) -> Bool {
    blocks.allSatisfy { block in
      switch block {
      case .rest(let time):
        if let last = sets.indices.last { sets[last].rest = (sets[last].rest ?? .zero) + time }
        return true
      case .step(let step):
        let reps: Int?
        switch step.target {
        case .reps(let count): reps = count
        case .max: reps = nil
        case .time, .distance: return false
        }
        guard sets.count + step.sets <= PerformedSet.maxCount else { return false }
        let target = Target(
          exercise: step.exercise, reps: reps, load: step.load, isWarmUp: step.isWarmUp,
          rest: step.rest)
        sets += Array(repeating: target, count: step.sets)
        return true
      case .group(let group):
        guard case .times(let rounds) = group.repetition else { return false }
        return (0..<rounds).allSatisfy { _ in append(group.blocks, to: &sets) }
      }
    }
  }
}

extension StrengthPlan.Target {
  /// Returns the planned load.
  ///
  /// - Parameters:
  ///   - maximum: The estimated one-rep maximum to which a percentage refers.
  ///   - history: The history of the exercise, if `maximum` can include the body's weight.
  ///   - unit: The unit of the resulting weight, which is rounded down to a multiple of 2.5 kg or 5 lb.
  /// - Returns: `nil` without a load, or without a maximum for a percentage.
  public func load(
    ofMaximum maximum: Mass?, _ history: StrengthHistory? = nil, in unit: Weight.Unit
  ) -> Load? {
    switch load {
    case .weight(let weight): .weight(weight)
    case .percent(let percent):
      maximum.flatMap { maximum in
        let mass = Mass(units: maximum.units * Int128(percent.thousandths) / 100_000)
        return (history?.share ?? .none).load(
          moving: mass, history?.body, step: unit.usualStep, in: unit)
      }
    case nil: nil
    }
  }

  /// The unit of the planned weight; `nil` for a percentage or no load.
  public var unit: Weight.Unit? {
    if case .weight(let weight) = load { weight.unit } else { nil }
  }

  /// The target as text: `5 @ 100kg`, `w5 @ 60kg`, `max @ 80%`, `12`.
  public var text: String {
    (isWarmUp ? "w" : "") + (reps.map(String.init) ?? "max") + (load.map { " @ \($0.text)" } ?? "")
  }
}

extension Weight.Unit {
  /// The usual difference between two weights of a bar: twice the smallest plate.
  public var usualStep: DecimalText {
    let text = self == .kilograms ? "2.5" : "5"
    guard let step = DecimalText(text) else { preconditionFailure("\(text) is not a number") }
    return step
  }
}

extension StrengthPlan {
  /// The number of sets except warm-up sets.
  public var workCount: Int { sets.count { !$0.isWarmUp } }

  /// The number of sets: `6 sets with weights`.
  public var title: String { "\(workCount) \(workCount == 1 ? "set" : "sets") with weights" }
}

extension Challenge {
  /// The plan of a strength session, if the challenge is one.
  public var strengthPlan: StrengthPlan? { routine.strengthPlan }
}

extension Routine {
  /// The plan of a strength session, if the routine is one: people end all its sets, and at least one has a load or is
  /// a warm-up.
  var strengthPlan: StrengthPlan? {
    containsStep { $0.load != nil || $0.isWarmUp } ? StrengthPlan(self) : nil
  }

  /// Whether a set is a warm-up.
  var hasWarmUp: Bool { containsStep(where: \.isWarmUp) }

  /// Creates a routine that repeats the sets of a session: the same exercises, weights and reps in the same order.
  ///
  /// Warm-up sets are repeated as such. Added weight and assistance cannot be planned, so sets with them have no load.
  ///
  /// - Returns: `nil` without sets, or if the text would be too long.
  public init?(repeating sets: [PerformedSet]) {
    var steps: [Step] = []
    for performed in sets {
      var load: PlannedLoad?
      if case .weight(let weight) = performed.set.load {
        load = .weight(weight)
      }
      let step = Step(
        performed.exercise, sets: steps.last?.sets ?? 1, .reps(performed.set.reps), load: load,
        isWarmUp: performed.set.isWarmUp)
      if steps.last == step {
        steps[steps.count - 1].sets += 1
      } else {
        steps.append(step)
        steps[steps.count - 1].sets = 1
      }
    }
    guard let routine = try? Routine(steps.map { .step($0) }) else { return nil }
    self = routine
  }
}
