import Testing

@testable import Models

/// Tests of the rules that suggest the next session.
struct ProgressionRuleTests {
  private let step = DecimalText("2.5")!

  @Test(arguments: [
    ("w60x5 100x5 100x5 100x5", "102.5kg 3x5"), ("100x5 100x5 100x6", "102.5kg 3x5"),
    ("100x5 100x5 100x4", "100kg 3x5"), ("100x5 100x5", "100kg 3x5"),
    // Lighter sets afterwards are not part of the rule.
    ("100x5 100x5 80x10", "100kg 3x5"), ("9999x5 9999x5 9999x5", "9999kg 3x5"),
    ("+10x5 +10x5 +10x5", "+12.5kg 3x5"), ("-20x5 -20x5 -20x6", "-17.5kg 3x5"),
    ("-2.5x5 -2.5x5 -2.5x5", " 3x5"), ("+10x5 x5", "+10kg 3x5"), ("", nil),
    // Lighter sets, and heavier sets with few reps, don't count.
    ("120x1 100x5 100x5 100x5", "102.5kg 3x5"), ("120x1 100x5 100x5 100x4", "100kg 3x5"),
    ("120x3 120x3 120x3 100x5 100x5 100x5", "102.5kg 3x5"),
    ("60x5 80x5 100x5 100x5 100x5 80x10 80x10 80x10 80x10", "102.5kg 3x5"),
    ("110x5 100x5 100x5 100x5", "102.5kg 3x5"),
    // A failed session, with lighter sets afterwards.
    ("100x4 100x4 100x3 80x5 80x5 80x5", "100kg 3x5"),
    ("100x3 100x3 100x2", "100kg 3x5"),
    // Pyramids, and fewer sets than planned.
    ("60x10 80x8 100x5 110x3 120x1", "100kg 3x5"), ("120x1 110x3 100x4", "100kg 3x5"),
    ("100x5 100x5 90x5", "100kg 3x5"), ("100x5", "100kg 3x5"),
    // A single or a double doesn't determine a weight.
    ("120x1", nil), ("120x2 120x2 120x2", nil),
    // The same weight with different digits, and nearly the same weight in two units.
    ("100x5 100.0x5 100x5", "102.5kg 3x5"), ("100x5 220.462lbx5 100x5", "100kg 3x5"),
  ])
  func `linear progression adds a step after a full session`(last: String, next: String?) throws {
    #expect(
      try ProgressionRule.linear(sets: 3, reps: 5, step: step).suggestion(after: sets(last))?.sets
        .summary
        == next)
  }

  @Test(arguments: [
    ("60x8 60x8 60x8", "60kg 3x9"), ("60x10 60x9 60x8", "60kg 3x9"),
    ("60x12 60x12 60x11", "60kg 3x12"),
    ("60x12 60x12 60x12", "62.5kg 3x8"), ("60x12 60x12", "60kg 3x8"),
    ("60x5 60x5 60x5", "60kg 3x8"), ("70x3 50x12 50x12 50x12", "52.5kg 3x8"),
    ("70x3 50x12 50x11 50x10 30x20", "50kg 3x11"), ("60x8 60x8 60x7 80x1", "60kg 3x8"),
    ("80x2 80x2 80x2 60x12 60x12 60x12", "62.5kg 3x8"), ("70x3", nil), ("w50x12", nil),
  ])
  func `double progression adds reps before weight`(last: String, next: String?) throws {
    #expect(
      try ProgressionRule.double(sets: 3, reps: 8...12, step: step).suggestion(after: sets(last))?
        .sets.summary
        == next)
  }

  private static let failures: [(String, [String], String?)] = [
    // Three failures with the same weight decrease it: 90 % of 100 kg are 90 kg, and of 102.5 kg 92.25 kg.
    ("linear 2x5 +2.5 deload 10% after 3", ["100x5 100x4"], "100kg 2x5"),
    ("linear 2x5 +2.5 deload 10% after 3", ["100x5 100x4", "100x5"], "100kg 2x5"),
    (
      "linear 2x5 +2.5 deload 10% after 3", ["100x5 100x4", "100x5 100x4", "100x5 100x4"],
      "90kg 2x5"
    ),
    (
      "linear 2x5 +2.5 deload 10% after 3",
      ["102.5x5 102.5x4", "102.5x5 102.5x4", "102.5x5 102.5x4"], "90kg 2x5"
    ),
    // A success, or another weight, begins a new count.
    (
      "linear 2x5 +2.5 deload 10% after 3",
      ["100x5 100x4", "100x5 100x4", "100x5 100x5", "102.5x5 102.5x4"], "102.5kg 2x5"
    ),
    (
      "linear 2x5 +2.5 deload 10% after 2", ["100x5 100x4", "105x5 105x4", "100x5 100x4"],
      "100kg 2x5"
    ),
    // Each failure leads to the next stage, and a success keeps the stage.
    ("linear 2x3 3x2 +5 deload 15% after 1", ["100x3 100x3"], "105kg 2x3"),
    ("linear 2x3 3x2 +5 deload 15% after 1", ["100x3 100x2"], "100kg 3x2"),
    (
      "linear 2x3 3x2 +5 deload 15% after 1", ["100x3 100x2", "100x2 100x2 100x2"], "105kg 3x2"
    ),
    ("linear 2x3 3x2 +5 deload 15% after 1", ["100x3 100x2", "100x2 100x2"], "85kg 2x3"),
    ("linear 2x3 3x2 +5 deload 15% after 1", ["w100x3"], nil),
  ]

  @Test(arguments: failures)
  func `failures lead to the next stage and then to less weight`(
    rule: String, sessions: [String], next: String?
  ) throws {
    let sessions = try sessions.map { try sets($0) }
    let suggestion = try ProgressionRule(text: rule).suggestion(
      after: sessions.last ?? [], earlier: Array(sessions.dropLast()))
    #expect(suggestion?.sets.summary == next)
  }

  @Test func `a step has the unit of the exercise`() throws {
    let linear = ProgressionRule.linear(sets: 1, reps: 5, step: try #require(DecimalText("5")))
    func next(_ last: String, _ unit: Weight.Unit) throws -> String? {
      try linear.suggestion(after: sets(last), unit: unit)?.sets.summary
    }
    #expect(try next("225lbx5", .pounds) == "230lb 1x5")
    // 100 kg are 220.5 lb.
    #expect(try next("100x5", .pounds) == "225lb 1x5")
    // 225 lb are 102.1 kg.
    #expect(try next("225lbx5", .kilograms) == "105kg 1x5")
    #expect(try next("225lbx4", .kilograms) == "225lb 1x5")
    #expect(try next("x5", .kilograms) == "+5kg 1x5")
    #expect(try next("-5lbx5", .pounds) == " 1x5")
  }

  @Test func `percentages refer to a share of the estimated maximum`() throws {
    let rule = ProgressionRule.percentage(
      sets: [
        .init(percent: 65, reps: 5), .init(percent: 75, reps: 5), .init(percent: 85, reps: 5),
      ],
      ofMaximum: 90, step: step)
    // 90 % of 150 kg are 135 kg: 87.75, 101.25 and 114.75 kg, rounded down.
    let next = try rule.suggestion(after: sets("100x5"), best: weight("150").mass)?.sets
    #expect(next?.map(\.text) == ["87.5kgx5", "100kgx5", "112.5kgx5"])
    #expect(try rule.suggestion(after: sets("100x5")) == nil)
    #expect(try rule.suggestion(after: [], best: weight("150").mass) == nil)
  }
}

extension [SetEntry] {
  /// The weight and the number of equal sets.
  fileprivate var summary: String {
    allSatisfy { $0 == self[0] }
      ? "\(self[0].load.text) \(count)x\(self[0].reps)" : "different sets"
  }
}

/// Tests of the text of progression rules.
struct ProgressionRuleParsingTests {
  @Test(arguments: [
    ("linear 5x5 +2.5", "linear 5x5 +2.5"), ("  LINEAR  3 × 8\n+ 5.0 ", "linear 3x8 +5.0"),
    ("linear 1x1000 +9999.999", "linear 1x1000 +9999.999"),
    ("double 3x8-12 +2.5", "double 3x8-12 +2.5"), ("Double 20 X 8 – 12 +1", "double 20x8-12 +1"),
    (
      "percent 65%x5 75%x5 85%x5 of 90% step 2.5", "percent 65%x5 75%x5 85%x5 of 90% step 2.5"
    ),
    ("Percent 65x5 100 % x 1 OF 100 STEP 5", "percent 65%x5 100%x1 of 100% step 5"),
  ])
  func `the text of a rule is canonical`(text: String, canonical: String) throws {
    let rule = try ProgressionRule(text: text)
    #expect(rule.text == canonical)
    #expect(try ProgressionRule(text: rule.text) == rule)
  }

  @Test func `the parts of a text are the parts of a rule`() throws {
    let step = try #require(DecimalText("2.5"))
    #expect(
      try ProgressionRule(text: "linear 5x3 +2.5") == .linear(sets: 5, reps: 3, step: step))
    #expect(
      try ProgressionRule(text: "double 3x8-12 +2.5")
        == .double(sets: 3, reps: 8...12, step: step))
    #expect(
      try ProgressionRule(text: "percent 65%x5 75%x3 of 90% step 2.5")
        == .percentage(
          sets: [.init(percent: 65, reps: 5), .init(percent: 75, reps: 3)], ofMaximum: 90,
          step: step))
  }

  @Test func `the longest rules can be parsed again`() throws {
    let step = try #require(DecimalText("9999.999"))
    let set = ProgressionRule.PercentageSet(percent: 150, reps: 1000)
    let rule = ProgressionRule.percentage(
      sets: Array(repeating: set, count: ProgressionRule.maxSets), ofMaximum: 100, step: step)
    #expect(try ProgressionRule(text: rule.text) == rule)
  }

  /// Malformed texts with the column of the error, and words of its message.
  @Test(arguments: [
    ("", 1, "begins with linear"), ("   ", 4, "begins with linear"),
    ("5x5 +2.5", 1, "begins with linear"), ("lineal 5x5 +2.5", 1, "begins with linear"),
    ("线性 5x5 +2.5", 1, "begins with linear"),
    ("linear", 7, "from 1 to 20"), ("linear x5 +2.5", 8, "from 1 to 20"),
    ("linear 0x5 +2.5", 8, "from 1 to 20"), ("linear 21x5 +2.5", 8, "from 1 to 20"),
    ("linear -5x5 +2.5", 8, "from 1 to 20"),
    ("linear 99999999999999999999x5 +2.5", 8, "from 1 to 20"),
    ("linear 5 +2.5", 10, "x and the reps"), ("linear 5*5 +2.5", 9, "x and the reps"),
    ("linear 5x +2.5", 11, "from 1 to 1000"), ("linear 5x0 +2.5", 10, "from 1 to 1000"),
    ("linear 5x1001 +2.5", 10, "from 1 to 1000"), ("linear 5x5", 11, "a step is expected"),
    ("linear 5x5 2.5", 12, "a step is expected"), ("linear 5x5-8 +2.5", 11, "a step is expected"),
    ("linear 5x5 +", 13, "from 0.001"), ("linear 5x5 +0", 13, "from 0.001"),
    ("linear 5x5 +-2.5", 13, "from 0.001"), ("linear 5x5 +2.5.1", 13, "from 0.001"),
    ("linear 5x5 +10000", 13, "from 0.001"), ("linear 5x5 +2,5", 13, "with a point"),
    ("linear 5x5 +2.5kg", 16, "nothing can follow"),
    ("linear 5x5 +2.5 +5", 17, "nothing can follow"),
    ("linear 5x3 6x2 +5", 18, "several stages end"),
    ("linear 5x5 +5 deload", 21, "from 1 to 90"), ("linear 5x5 +5 deload 95%", 22, "from 1 to 90"),
    ("linear 5x5 +5 deload 10%", 25, "a number of failures"),
    ("linear 5x5 +5 deload 10% after 0", 32, "from 1 to 20"),
    ("double 3x8 +2.5", 12, "a range of reps"), ("double 3x8- +2.5", 13, "from 1 to 1000"),
    ("double 3x12-8 +2.5", 13, "greater than the first"),
    ("double 3x8-8 +2.5", 12, "greater than the first"),
    ("percent of 90% step 2.5", 9, "from 1 to 150"),
    ("percent 0%x5 of 90% step 2.5", 9, "from 1 to 150"),
    ("percent 151%x5 of 90% step 2.5", 9, "from 1 to 150"),
    ("percent 65.5%x5 of 90% step 2.5", 11, "x and the reps"),
    ("percent 65% of 90% step 2.5", 13, "x and the reps"),
    ("percent 65%x5", 14, "another set"), ("percent 65%x5 from 90% step 2.5", 15, "another set"),
    ("percent 65%x5 of step 2.5", 18, "from 1 to 100"),
    ("percent 65%x5 of 101% step 2.5", 18, "from 1 to 100"),
    ("percent 65%x5 of 90%", 21, "the smallest change"),
    ("percent 65%x5 of 90% +2.5", 22, "the smallest change"),
    ("percent 65%x5 of 90% step", 26, "from 0.001"),
    ("percent 65%x5 of 90% step 2.5 65%x5", 31, "nothing can follow"),
  ])
  func `a malformed text is rejected with the column of the error`(
    text: String, column: Int, message: String
  ) throws {
    let error = try #require(throws: TextError.self) {
      try ProgressionRule(text: text)
    }
    #expect(error.column == column, "\(text): \(error)")
    #expect(error.problem.contains(message), "\(text): \(error)")
  }

  @Test func `a text has a maximum length and a maximum number of sets`() throws {
    let sets = Array(repeating: "65%x5", count: ProgressionRule.maxSets + 1)
    let error = try #require(throws: TextError.self) {
      try ProgressionRule(text: "percent \(sets.joined(separator: " ")) of 90% step 2.5")
    }
    #expect(error.description.contains("at most 20 sets"))
    let long = "linear 5x5 +2.5" + String(repeating: " ", count: ProgressionRule.maxLength)
    #expect(throws: TextError.self) { try ProgressionRule(text: long) }
  }
}
