import Testing

@testable import Models

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
    ("linear 5x1001 +2.5", 10, "from 1 to 1000"), ("linear 5x5", 11, "+ and the step"),
    ("linear 5x5 2.5", 12, "+ and the step"), ("linear 5x5-8 +2.5", 11, "+ and the step"),
    ("linear 5x5 +", 13, "from 0.001"), ("linear 5x5 +0", 13, "from 0.001"),
    ("linear 5x5 +-2.5", 13, "from 0.001"), ("linear 5x5 +2.5.1", 13, "from 0.001"),
    ("linear 5x5 +10000", 13, "from 0.001"), ("linear 5x5 +2,5", 13, "with a point"),
    ("linear 5x5 +2.5kg", 16, "ends with its step"),
    ("linear 5x5 +2.5 +5", 17, "ends with its step"),
    ("double 3x8 +2.5", 12, "- and the most reps"), ("double 3x8- +2.5", 13, "from 1 to 1000"),
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
    ("percent 65%x5 of 90%", 21, "step and the smallest"),
    ("percent 65%x5 of 90% +2.5", 22, "step and the smallest"),
    ("percent 65%x5 of 90% step", 26, "from 0.001"),
    ("percent 65%x5 of 90% step 2.5 65%x5", 31, "ends with its step"),
  ])
  func `a malformed text is rejected with its column`(
    text: String, column: Int, message: String
  ) throws {
    let error = try #require(throws: ProgressionRuleError.self) {
      try ProgressionRule(text: text)
    }
    #expect(error.column == column, "\(text): \(error)")
    #expect(error.problem.contains(message), "\(text): \(error)")
  }

  @Test func `a text has a maximum length and a maximum number of sets`() throws {
    let sets = Array(repeating: "65%x5", count: ProgressionRule.maxSets + 1)
    let error = try #require(throws: ProgressionRuleError.self) {
      try ProgressionRule(text: "percent \(sets.joined(separator: " ")) of 90% step 2.5")
    }
    #expect(error.description.contains("at most 20 sets"))
    let long = "linear 5x5 +2.5" + String(repeating: " ", count: ProgressionRule.maxLength)
    #expect(throws: ProgressionRuleError.self) { try ProgressionRule(text: long) }
  }
}
