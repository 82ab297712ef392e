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
      "3 of 4 sets with 100 kg: the same weight again, from 3 reps."
    ),
    // The estimate is 128.3 kg, from 110x5 in the first session: 90 % are 115.5 kg.
    (
      "percent 65%x5 85%x3 of 90% step 2.5", "75kgx5 97.5kgx3",
      "Percentages of 90 % of 128.3 kg, rounded down in steps of 2.5 kg."
    ),
  ])
  func `a suggestion is based on the last session and has a reason`(
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

  @Test func `each session has the estimate of its best set`() throws {
    let history = try history(["100x5 105x3 w150x5", "x12", "80x11", "90x8 102x1"])
    #expect(history.estimates.map(\.source.set.text) == ["100kgx5", "90kgx8"])
    #expect(history.estimates.map(\.source.day) == [0, 21])
  }

  @Test func `weeks with only warm-up sets are listed without reps`() throws {
    // A session in each week; 1970-01-01 is a Thursday.
    let records = try history(["100x5", "w20x5", "w20x5", "90x8"]).records(weekStart: .monday)
    let weeks = records.consecutiveWeeks
    #expect(weeks.map(\.week.firstDay) == [-3, 4, 11, 18])
    #expect(weeks.map(\.reps) == [5, 0, 0, 8])
    #expect(StrengthRecords([], weekStart: .monday).consecutiveWeeks == [])
  }

  @Test func `only the last weeks of a long history are listed`() throws {
    let set = try sets("100x5")[0]
    let records = StrengthRecords(
      [
        .init(set, day: -700_000), .init(set, day: 700_000),
        // The sets are not in order.
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
  func `a summary joins consecutive sets with the same load`(
    text: String, summary: String
  ) throws {
    #expect(try sets(text).summary(in: .kilograms) == summary)
  }

  @Test func `each formula names its source`() {
    #expect(
      OneRepMaximum.allCases.map(\.source) == [
        "Epley 1985: weight × (1 + reps ÷ 30), sets of 1 to 10 reps",
        "Brzycki 1993: weight × 36 ÷ (37 − reps), sets of 1 to 10 reps",
      ])
  }

  /// Returns a history with one session per week.
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

/// Tests of the records of an exercise.
struct StrengthRecordsTests {
  @Test func `the earliest set with the best load is the record for its number of reps`() throws {
    let records = try records([(0, "100x5 225lbx5 102kgx5 w150x5"), (1, "225lbx5 90kgx8")])
    #expect(records.bests.map(\.reps) == [5, 8])
    #expect(records.bests.map(\.source.set.text) == ["225lbx5", "90kgx8"])
    #expect(records.bests.map(\.source.day) == [0, 1])
  }

  @Test(arguments: [
    // A heavier set with more reps.
    ("135lbx5 175lbx8", "5: 175lbx8, 8: 175lbx8"), ("175lbx8 135lbx5", "5: 175lbx8, 8: 175lbx8"),
    ("120x1 100x5 110x3 90x5", "1: 120kgx1, 3: 110kgx3, 5: 100kgx5"),
    ("100x1 100x5 60x12 80x3", "1: 100kgx1, 3: 100kgx5, 5: 100kgx5, 12: 60kgx12"),
    // The earliest of equal loads.
    ("100x8 100x5", "5: 100kgx8, 8: 100kgx8"), ("220.462lbx5 100kgx8", "5: 100kgx8, 8: 100kgx8"),
    ("x5 -10x12 +5x3", "3: +5kgx3, 5: x5, 12: -10kgx12"), ("-20x5 x12", "5: x12, 12: x12"),
    ("w200x10 50x5", "5: 50kgx5"),
  ])
  func `the best for a number of reps is the heaviest load with at least as many reps`(
    text: String, bests: String
  ) throws {
    let records = try records([(0, text)])
    #expect(
      records.bests.map { "\($0.reps): \($0.source.set.text)" }.joined(separator: ", ") == bests)
  }

  @Test func `the record of assisted sets has the least assistance`() throws {
    let records = try records([(0, "-30x8 -20x8 -25x8")])
    #expect(records.bests.map(\.source.set.text) == ["-20kgx8"])
    #expect(records.bestEstimate == nil)
  }

  @Test func `the estimate is based on the best set of up to ten reps`() throws {
    let records = try records([(0, "100x5 105x3 80x12"), (7, "100x5")])
    #expect(records.bestEstimate?.source.set.text == "100kgx5")
    #expect(records.bestEstimate?.source.day == 0)
    #expect(records.bestEstimate?.mass.text(in: .kilograms) == "116.7 kg")
  }

  @Test func `volume is summed by week`() throws {
    // 1970-01-05 is a Monday.
    let records = try records([(3, "100x5"), (4, "w60x5 100x5 x10"), (10, "50x10"), (11, "10kgx1")])
    #expect(records.weeks.map(\.week.firstDay) == [-3, 4, 11])
    #expect(records.weeks.map(\.sets) == [1, 3, 1])
    #expect(records.weeks.map(\.reps) == [5, 25, 1])
    #expect(records.weeks.map { $0.volume.text(in: .kilograms) } == ["500 kg", "1000 kg", "10 kg"])
  }

  private func records(_ days: [(Int64, String)]) throws -> StrengthRecords {
    StrengthRecords(
      try days.flatMap { day, text in
        try sets(text).map { StrengthRecords.DatedSet($0, day: day) }
      }, weekStart: .monday)
  }
}

/// Tests of the names of renamed exercises.
struct ExerciseAliasesTests {
  @Test func `all spellings of a renamed exercise have its new name`() {
    let aliases = ExerciseAliases(["pullup": "chin-up"])
    #expect(aliases.name(of: "Pull Ups") == "chin-up")
    #expect(aliases.name(of: "Chin Ups") == "Chin Ups")
    #expect(aliases.name(of: "squat") == "squat")
    #expect(aliases.keys(of: "chin-up") == ["chinup", "pullup"])
    #expect(aliases.keys(of: "pull-up") == ["chinup", "pullup"])
    #expect(aliases.keys(of: "squat") == ["squat"])
  }

  @Test func `a new name can be renamed, too`() {
    let aliases = ExerciseAliases(["a": "b", "b": "c", "c": "C"])
    #expect(aliases.name(of: "a") == "C")
    #expect(aliases.keys(of: "b") == ["c", "a", "b"])
  }

  @Test func `exercises that are renamed to each other are one exercise`() {
    let aliases = ExerciseAliases(["squat": "Knee bend", "kneebend": "Squat", "dip": "squats"])
    for name in ["squat", "knee bends", "dip"] { #expect(aliases.name(of: name) == "Knee bend") }
    #expect(aliases.keys(of: "Squats") == ["kneebend", "dip", "squat"])
  }
}
