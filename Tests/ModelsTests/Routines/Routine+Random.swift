import Models
import SystemTestSupport

extension Routine {
  /// Returns a valid routine.
  static func random(using random: inout Random) -> Routine {
    while true {
      if let routine = try? Routine(blocks(depth: 0, using: &random)) { return routine }
    }
  }

  private static func blocks(depth: Int, using random: inout Random) -> [Block] {
    (0...Int.random(in: 0...3, using: &random)).map { _ in block(depth: depth, using: &random) }
  }

  private static func block(depth: Int, using random: inout Random) -> Block {
    switch Int.random(in: 0..<(depth < maxDepth ? 9 : 6), using: &random) {
    case 0: .rest(time(using: &random))
    case 1...5: .step(step(using: &random))
    default:
      .group(Group(repetition(using: &random), blocks(depth: depth + 1, using: &random)))
    }
  }

  private static func repetition(using random: inout Random) -> Repetition {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .within(time(using: &random))
    case 1: .every(time(using: &random), rounds: Int.random(in: 1...4, using: &random))
    default: .times(Int.random(in: 1...4, using: &random))
    }
  }

  private static func step(using random: inout Random) -> Step {
    Step(
      name(using: &random),
      sets: Bool.random(using: &random) ? 1 : .random(in: 1...5, using: &random),
      target(using: &random), load: load(using: &random),
      rest: Bool.random(using: &random) ? nil : time(using: &random))
  }

  private static func target(using random: inout Random) -> Target {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3: .reps(Int.random(in: 1...12, using: &random))
    case 4, 5: .time(time(using: &random))
    case 6: .distance(decimal(using: &random), DistanceUnit.allCases.randomElement(using: &random)!)
    default: .max
    }
  }

  private static func load(using random: inout Random) -> PlannedLoad? {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: .kilograms(decimal(using: &random))
    case 1: .pounds(decimal(using: &random))
    case 2: .percent(decimal(using: &random))
    default: nil
    }
  }

  private static func decimal(using random: inout Random) -> DecimalText {
    ["1", "007.50", "100.0", "62.125", "999999"].compactMap { DecimalText($0) }
      .randomElement(using: &random)!
  }

  private static func time(using random: inout Random) -> Duration {
    .seconds([1, 10, 59, 60, 61, 90, 3599, 3600, 3661].randomElement(using: &random)!)
  }

  private static func name(using random: inout Random) -> String {
    [
      "squat", "push-up", "wall sit", "Rest", "max", "max reps", "EMOM", "5x", "8x(squat 20s)",
      "a, b",
      "@ 100kg", "don't", "深蹲", "Kniebeuge tief", "état", "x", "3x max", "T2B", "½ squat", "ൎ", "-",
      "…",
    ].randomElement(using: &random)!
  }
}
