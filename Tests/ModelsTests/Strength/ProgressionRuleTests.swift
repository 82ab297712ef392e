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
    // Heavier sets with few reps and lighter sets are not the rule's work.
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
    // Nothing follows from a single or a double.
    ("120x1", nil), ("120x2 120x2 120x2", nil),
    // The same weight in two units, and as it was typed last.
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

  @Test func `percentages are of a share of the estimated maximum`() throws {
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
