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
    ("+10x5 x5", nil), ("", nil),
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
    ("60x5 60x5 60x5", "60kg 3x8"),
    ("x12", nil),
  ])
  func `double progression adds reps before weight`(last: String, next: String?) throws {
    #expect(
      try ProgressionRule.double(sets: 3, reps: 8...12, step: step).suggestion(after: sets(last))?
        .sets.summary
        == next)
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
