import FoundationEssentials
import Testing

@testable import Models

/// Tests of the sessions with an exercise, and of their texts.
struct StrengthHistoryTests {
  @Test(arguments: [
    ("linear 3x5 +2.5", "3x5 @ 102.5kg", "All 3 sets reached 5 reps with 100 kg: 2.5 kg more."),
    (
      "linear 5x5 +2.5", "5x5 @ 100kg",
      "3 of 5 sets reached 5 reps with 100 kg: the same weight again."
    ),
    (
      "linear 1x6 +2.5", "1x6 @ 100kg",
      "0 of 1 set reached 6 reps with 100 kg: the same weight again."
    ),
    ("double 3x5-8 +2.5", "3x6 @ 100kg", "All 3 sets reached 5 reps with 100 kg: 6 reps now."),
    (
      "double 3x3-5 +2.5", "3x3 @ 102.5kg",
      "All 3 sets reached 5 reps with 100 kg: 2.5 kg more, from 3 reps."
    ),
    (
      "double 4x3-5 +2.5", "4x3 @ 100kg",
      "3 of 4 sets with 100 kg: the same weight from 3 reps."
    ),
    // The estimate is that of 110x5 in the first session, 128.3 kg: 90 % are 115.5 kg.
    (
      "percent 65%x5 85%x3 of 90% step 2.5", "75kgx5 97.5kgx3",
      "90 % of the estimated maximum of 128.3 kg, rounded down to 2.5 kg."
    ),
  ])
  func `a suggestion follows from the last session and has a reason`(
    rule: String, suggestion: String, reason: String
  ) throws {
    let history = try history(["110x5", "w60x5 100x5 100x5 100x5"], rule: rule)
    #expect(history.suggestion?.planText == suggestion)
    #expect(history.suggestionReason == reason)
  }

  @Test(arguments: [
    (
      "linear 3x5 +2.5", ["100x5 100x5 100x5", "120x2"],
      "The rule needs a work set of 3 or more reps"
    ),
    ("double 3x8-12 +2.5", ["w60x12"], "The rule needs a work set of 4 or more reps"),
    ("linear 1x1 +2.5", [], "The rule needs a work set of 1 or more reps"),
    ("percent 65%x5 of 90% step 2.5", ["100x5", "x5"], "The rule needs a set with a weight"),
  ])
  func `a rule without a suitable set says what it needs`(
    rule: String, sessions: [String], reason: String
  ) throws {
    #expect(try history(["100x5"]).suggestionReason == nil)
    let history = try history(sessions, rule: rule)
    #expect(history.suggestion == nil)
    #expect(history.suggestionReason?.hasPrefix(reason) == true)
  }

  @Test func `the estimates are those of the best set of each session`() throws {
    let history = try history(["100x5 105x3 w150x5", "x12", "80x11", "90x8 102x1"])
    #expect(history.estimates.map(\.source.set.text) == ["100kgx5", "90kgx8"])
    #expect(history.estimates.map(\.source.day) == [0, 21])
  }

  @Test func `weeks between sessions have no sets`() throws {
    // A session in each week; 1970-01-01 is a Thursday.
    let records = try history(["100x5", "w20x5", "w20x5", "90x8"]).records(weekStart: .monday)
    let weeks = records.consecutiveWeeks
    #expect(weeks.map(\.week.firstDay) == [-3, 4, 11, 18])
    #expect(weeks.map(\.reps) == [5, 0, 0, 8])
    #expect(StrengthRecords([], weekStart: .monday).consecutiveWeeks == [])
  }

  @Test func `of a long time there are the last weeks`() throws {
    let set = try sets("100x5")[0]
    let records = StrengthRecords(
      [
        .init(set, day: -700_000), .init(set, day: 700_000),
        // Sets that are not in order.
        .init(set, day: -700_000),
      ], weekStart: .sunday)
    #expect(records.consecutiveWeeks.isEmpty || records.consecutiveWeeks.count <= 104)
    let ordered = StrengthRecords(
      [.init(set, day: -700_000), .init(set, day: 700_000)], weekStart: .sunday)
    #expect(ordered.consecutiveWeeks.count == StrengthRecords.maxWeekCount)
    #expect(ordered.consecutiveWeeks.last?.reps == 5)
  }

  @Test func `the records are in the order of their reps`() throws {
    let records = try history(["-20x8 x5 w5kgx20", "-10x8"]).records(weekStart: .monday)
    #expect(records.bests.map(\.source.set.text) == ["x5", "-10kgx8"])
    #expect(records.mostReps?.set.text == "-10kgx8")
    #expect(records.bests.map(\.source.set.load.words) == ["body weight", "-10 kg"])
    #expect(try sets("62.50x5 +10x5").map(\.load.words) == ["62.50 kg", "+10 kg"])
  }

  @Test(arguments: [
    ("w60x5 100x5 100x5 100x4@9 80x8 100x5", "w60x5 100x5,5,4@9 80x8 100x5"),
    ("x12 x10 +5x3 -20x8@8 225lbx5", "x12,10 +5x3 -20x8@8 225lbx5"), ("wx5 x5", "wx5 x5"),
  ])
  func `sets with the same load follow each other in a summary`(
    text: String, summary: String
  ) throws {
    #expect(try sets(text).summary(in: .kilograms) == summary)
  }

  @Test(arguments: [
    ("100", Weight.Unit.kilograms, "25 + 15 on each side of 20 kg" as String?),
    ("20", .kilograms, "the bar of 20 kg alone"),
    ("101", .kilograms, "25 + 15 on each side of 20 kg, which makes 100 kg"),
    ("225", .pounds, "45 + 45 on each side of 45 lb"), ("19", .kilograms, nil),
  ])
  func `the plates of a weight in words`(
    number: String, unit: Weight.Unit, words: String?
  ) throws {
    #expect(PlateSet.standard(in: unit).words(for: try weight(number, unit)) == words)
  }

  @Test func `each formula has a source`() {
    #expect(
      OneRepMaximum.allCases.map(\.source) == [
        "Epley 1985: weight × (1 + reps ÷ 30), sets of 1 to 10 reps",
        "Brzycki 1993: weight × 36 ÷ (37 − reps), sets of 1 to 10 reps",
      ])
  }

  /// Returns a history with a session a week.
  private func history(_ sessions: [String], rule: String? = nil) throws -> StrengthHistory {
    StrengthHistory(
      exercise: "squat",
      sessions: try sessions.enumerated().map { index, text in
        .init(
          workout: UUID(), day: Int64(index) * 7,
          time: Date(timeIntervalSince1970: Double(index) * 604_800), sets: try sets(text))
      }, unit: .kilograms, rule: try rule.map { try ProgressionRule(text: $0) })
  }
}
