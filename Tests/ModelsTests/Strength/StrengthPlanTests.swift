import FoundationEssentials
import Testing

@testable import Models

/// Tests of the sets that a routine plans for a strength session.
struct StrengthPlanTests {
  private func plan(_ text: String) throws -> StrengthPlan? {
    StrengthPlan(try Routine(text: text))
  }

  private func texts(_ text: String) throws -> [String]? {
    try plan(text)?.sets.map { set in
      "\(set.exercise) \(set.text)" + (set.rest.map { " rest \($0.components.seconds)" } ?? "")
    }
  }

  @Test func `sets are in order, with the rests after them`() throws {
    #expect(
      try texts("squat 2x5 @ 100kg rest 3:00, row 8 @ 62.5kg")
        == ["squat 5 @ 100kg rest 180", "squat 5 @ 100kg rest 180", "row 8 @ 62.5kg"])
    // A superset: both exercises without a rest between them.
    #expect(
      try texts("2x(bench press 5 @ 80kg, row 8 @ 60kg, rest 2:00), dip max")
        == [
          "bench press 5 @ 80kg", "row 8 @ 60kg rest 120", "bench press 5 @ 80kg",
          "row 8 @ 60kg rest 120", "dip max",
        ])
    #expect(try plan("squat 5x5 @ 100kg")?.hasRests == false)
    #expect(try plan("rest 10s, squat 5x5 @ 100kg rest 90s")?.hasRests == true)
  }

  @Test(arguments: [
    "plank 30s", "run 5km", "AMRAP 12:00 (squat 5 @ 60kg)", "EMOM 10 (squat 5 @ 60kg)",
    "squat 5 @ 60kg, plank 1:00", "501x(squat 1 @ 60kg)",
  ])
  func `a workout that the clock ends is not a strength session`(text: String) throws {
    #expect(try plan(text) == nil)
  }

  @Test func `only a challenge with a load is a strength session`() throws {
    func challenge(_ text: String) throws -> Challenge {
      let routine = try Routine(text: text)
      return .custom(
        "own-bar", name: "Bar", kind: .legs, scoring: try #require(routine.scoring),
        instructions: [], routine: routine)
    }
    #expect(try challenge("push-up 5x10").strengthPlan == nil)
    let bar = try challenge("3x(squat 5 @ 100kg, push-up 10)")
    #expect(bar.strengthPlan?.sets.count == 6)
    #expect(bar.scoringTitle == "6 sets with weights")
    #expect(bar.shortScoringTitle == "6 sets with weights")
    #expect(bar.summary == "Custom: 6 sets with weights.")
  }

  @Test func `a percentage of the maximum is rounded down`() throws {
    let target = try #require(try plan("squat 3 @ 80%")?.sets.first)
    let maximum = Weight(try #require(DecimalText("117")), .kilograms)?.mass
    // 80 % of 117 kg are 93.6 kg, 206.4 lb.
    #expect(target.load(ofMaximum: maximum, in: .kilograms)?.text == "92.5kg")
    #expect(target.load(ofMaximum: maximum, in: .pounds)?.text == "205lb")
    #expect(target.load(ofMaximum: nil, in: .kilograms) == nil)
    let pounds = try #require(try plan("squat 3 @ 225lb")?.sets.first)
    #expect(pounds.load(ofMaximum: nil, in: .kilograms)?.text == "225lb")
  }

  @Test func `a session can be repeated as a plan`() throws {
    func performed(_ exercise: String, _ set: String) throws -> PerformedSet {
      try #require(
        PerformedSet(
          exercise, SetEntry(text: set, unit: .kilograms), at: .zero))
    }
    let sets = [
      try performed("squat", "w60x5"), try performed("squat", "100x5"),
      try performed("squat", "100x5@9 slow"), try performed("row", "135lbx8"),
      try performed("pull-up", "-20x8"),
    ]
    #expect(
      Routine(repeating: sets)?.text
        == "squat w5 @ 60kg, squat 2x5 @ 100kg, row 8 @ 135lb, pull-up 8")
    #expect(Routine(repeating: []) == nil)
  }

  @Test func `warm-up sets are planned with a w`() throws {
    let text = "squat 2xw5 @ 60kg rest 1:00, squat w3 @ 80kg, squat 5x5 @ 100kg, dip W8"
    let routine = try Routine(text: text)
    #expect(routine.text == text.replacing("W8", with: "w8"))
    let plan = try #require(routine.strengthPlan)
    #expect(
      plan.sets.prefix(4).map(\.text) == ["w5 @ 60kg", "w5 @ 60kg", "w3 @ 80kg", "5 @ 100kg"])
    #expect(plan.title == "5 sets with weights")
    // A warm-up set makes a routine a strength session, even without a weight.
    #expect(try Routine(text: "pull-up w5, pull-up 3x8").strengthPlan?.workCount == 3)
    // A name that ends like a warm-up set is in quotation marks.
    #expect(try Routine([.step(.init("drill w5", .reps(3)))]).text == "\"drill w5\" 3")
  }

  @Test(arguments: ["AMRAP 5:00 (squat w5 @ 60kg)", "squat w5, plank 30s", "run 5km, dip w5"])
  func `only a strength session has warm-up sets`(text: String) {
    let error = #expect(throws: TextError.self) { try Routine(text: text) }
    #expect(error?.problem.hasPrefix("a warm-up set such as w5 needs a workout of sets") == true)
  }
}
