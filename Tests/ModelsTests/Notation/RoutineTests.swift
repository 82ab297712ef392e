import SystemTestSupport
import Testing

@testable import Models

/// Tests of the text of routines.
struct RoutineTests {
  @Test(arguments: [
    ("8x(squat 20s, rest 10s)", nil),
    ("3x(push-up 10, squat 20, plank 30s)", nil),
    ("AMRAP 12:00 (pull-up 5, push-up 10, squat 15)", nil),
    ("EMOM 10 (burpee 5)", nil),
    ("squat 5x5 @ 100kg rest 3:00", nil),
    ("push-up max", nil), ("run 5km", nil), ("row 500m", nil),
    ("  SQUAT  5×5@100.50KG REST 180s ", "SQUAT 5x5 @ 100.50kg rest 3:00"),
    ("emom 3(burpee 60s,Rest 1min)", "EMOM 3 (burpee 1:00, rest 1:00)"),
    ("Every 1:30 5X\n(push-up 3x max)", "every 1:30 5x(push-up 3xmax)"),
    ("every 60s 5x(burpee 5)", "EMOM 5 (burpee 5)"),
    ("run 90min, walk 3600s", "run 1:30:00, walk 1:00:00"),
    ("run 1:05:09", nil), ("\"push-up\" 3", "push-up 3"),
    ("\"90/90  stretch\" 30s", "\"90/90 stretch\" 30s"),
    ("\"Max\" 1", nil), ("\"every day\" 1", nil), ("farmer's carry T2 40m @ 1.5%", nil),
    ("深蹲 20, élévation 12", nil),
  ])
  func `the text of a routine is canonical`(text: String, canonical: String?) throws {
    let routine = try Routine(text: text)
    #expect(routine.text == canonical ?? text)
    #expect(try Routine(text: routine.text) == routine)
  }

  @Test func `the parts of a text are the blocks of a routine`() throws {
    let load = try weight("100.0")
    let routine = try Routine(
      text: "AMRAP 12:00 (squat 5x5 @ 100.0kg rest 3:00, rest 1:00), EMOM 2 (run 1.5km)")
    #expect(
      routine.blocks == [
        .group(
          .init(
            .within(.seconds(720)),
            [
              .step(
                .init(
                  "squat", sets: 5, .reps(5), load: .weight(load),
                  rest: .seconds(180))),
              .rest(.seconds(60)),
            ])),
        .group(
          .init(
            .every(.seconds(60), rounds: 2),
            [.step(.init("run", .distance(DecimalText("1.5")!, .kilometers)))])),
      ])
  }

  /// Malformed texts with the column of the error and words of its message.
  @Test(arguments: [
    ("", 1, "an exercise is expected"),
    ("   ", 4, "an exercise is expected"),
    ("push-up", 8, "needs a target"),
    ("push-up ten", 12, "needs a target"),
    ("10 push-up", 1, "comes first"),
    ("push-up 0", 9, "1 to 100000"),
    ("push-up 100001", 9, "1 to 100000"),
    ("push-up 10 squat 5", 12, "a comma is expected"),
    ("push-up 10,", 12, "an exercise is expected"),
    ("push-up 10,, squat 5", 12, "an exercise is expected"),
    ("push_up 10", 1, "quotation marks"),
    ("push up! 10", 6, "quotation marks"),
    ("\"push-up 10", 1, "second \""),
    ("\"\" 10", 1, "an exercise has a name"),
    ("max 10", 1, "before max"),
    ("bear rest 10", 6, "needs a target"),
    ("plank 20 s", 10, "a comma is expected"),
    ("plank 0s", 7, "1s to 24:00:00"),
    ("plank 1:60", 7, "needs a target"),
    ("plank 25:00:00", 7, "1s to 24:00:00"),
    ("rest 10", 6, "needs a time"),
    ("3x push-up 10", 4, "in parentheses"),
    ("3x(push-up 10", 14, "the ) that ends"),
    ("push-up 10)", 11, "no ( before"),
    ("3x()", 4, "an exercise is expected"),
    ("8x(rest 10s)", 1, "only rests"),
    ("0x(push-up 1)", 1, "1 to 1000"),
    ("push-up 1001x5", 9, "1 to 1000"),
    ("AMRAP 12 (push-up 1)", 7, "needs a time"),
    ("EMOM 10:00 (burpee 5)", 6, "number of minutes"),
    ("every 1:30 (burpee 5)", 12, "number of rounds"),
    ("squat 5 @ heavy", 11, "a weight is expected"),
    ("squat 5 @ 62,5kg", 11, "a weight is expected"),
    ("squat 5 @ 0kg", 11, "a weight is expected"),
    ("squat 5 rest", 13, "needs a time"),
    ("run 0.0km", 5, "needs a target"),
    ("squat 1, 1000x(1000x(push-up 1))", 10, "10000 sets"),
    ("squat 1, push-up 1000x101", 10, "100000 reps"),
    ("squat 1, 1000x(plank 180s)", 10, "24 hours"),
    ("1x(1x(1x(1x(1x(squat 1)))))", 15, "4 deep"),
    ("深蹲 20, squat", 13, "needs a target"),
    ("e\u{301}e\u{301} 5 x", 6, "a comma is expected"),
  ])
  func `an error names its column and the expected text`(text: String, column: Int, words: String) {
    do {
      let routine = try Routine(text: text)
      Issue.record("\(text) is \(routine)")
    } catch {
      #expect(error.column == column, "\(text): \(error)")
      #expect(error.problem.contains(words), "\(text): \(error)")
    }
  }

  @Test func `hostile texts are rejected without being expanded`() {
    let long = "squat 1" + String(repeating: ", squat 1", count: 500)
    #expect(throws: TextError.self) { try Routine(text: long) }
    let deep = String(repeating: "1000x(", count: 600) + "squat 1"
    #expect(throws: TextError.self) { try Routine(text: deep) }
    #expect(throws: TextError.self) {
      try Routine(text: "1000x(1000x(1000x(1000x(squat 1))))")
    }
    #expect(throws: Routine.Violation.rounds) {
      try Routine([.step(.init("squat", sets: .max, .reps(1)))])
    }
    #expect(throws: Routine.Violation.time) {
      try Routine([.step(.init("squat", .time(.milliseconds(1500))))])
    }
    #expect(throws: Routine.Violation.exercise) { try Routine([.step(.init("a  b", .max))]) }
    #expect(throws: Routine.Violation.onlyRests) { try Routine([.rest(.seconds(1))]) }
    #expect(throws: Routine.Violation.empty) { try Routine([]) }
  }

  @Test func `10 000 generated routines are parsed from their text`() throws {
    var random = Random(state: 24)
    for number in 1...10_000 {
      let routine = Routine.random(using: &random)
      let parsed = try Routine(text: routine.text)
      #expect(parsed == routine, "\(number): \(routine.text)")
      #expect(parsed.text == routine.text)
    }
  }
}

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
    case 0: Weight(decimal(using: &random), .kilograms).map { .weight($0) }
    case 1: Weight(decimal(using: &random), .pounds).map { .weight($0) }
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
