import Testing

@testable import Models

struct WarmUpRuleTests {
  /// The expected weights are computed by hand.
  @Test(arguments: [
    ("100kgx5", "20kg", "w20kgx5 w40kgx5 w60kgx3 w80kgx2"),
    ("62.5kgx5", "20kg", "w20kgx5 w25kgx5 w37.5kgx3 w50kgx2"),
    ("30kgx5", "20kg", "w20kgx5 w22.5kgx2"), ("20kgx5", "20kg", ""), ("15kgx5", "20kg", ""),
    ("225lbx5", "45lb", "w45lbx5 w90lbx5 w135lbx3 w180lbx2"),
    ("30kgx8", "none", "w5kgx5 w10kgx5 w17.5kgx3 w22.5kgx2"),
    ("100kgx5", "20kg plates 25", "w20kgx5 w70kgx2"), ("+20kgx5", "20kg", ""), ("x12", "20kg", ""),
  ])
  func `the sets lead up to the work set in weights that can be loaded`(
    work: String, bar: String, expected: String
  ) throws {
    var settings = Settings()
    settings.bar = try Bar(text: bar)
    let set = try SetEntry(text: work, unit: nil)
    let loaded = settings.bar(of: nil, in: set.load.weight?.unit ?? .kilograms)
    let sets = WarmUpRule.standard.sets(before: set, with: loaded)
    #expect(sets.map(\.text).joined(separator: " ") == expected)
  }

  @Test func `a rule is a line of percentages and reps`() throws {
    let rule = try WarmUpRule(text: " 50% x 5 90%x1")
    #expect(rule.text == "50%x5 90%x1")
    #expect(try WarmUpRule(text: WarmUpRule.standard.text) == .standard)
  }

  @Test(arguments: [("", 1), ("0%x5", 1), ("101%x5", 1), ("50%", 4), ("50%x5 of", 7)])
  func `another text is refused with its column`(text: String, column: Int) {
    #expect(throws: TextError.self) { try WarmUpRule(text: text) }
    let error = #expect(throws: TextError.self) { try WarmUpRule(text: text) }
    #expect(error?.column == column)
  }
}
