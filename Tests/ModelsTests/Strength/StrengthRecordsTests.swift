import Testing

@testable import Models

/// Tests of the records of an exercise.
struct StrengthRecordsTests {
  @Test func `the earliest set with the best load is the record of its reps`() throws {
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
  func `the best by reps is the heaviest load with as many or more`(
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

  @Test func `the estimate is that of the best set up to ten reps`() throws {
    let records = try records([(0, "100x5 105x3 80x12"), (7, "100x5")])
    #expect(records.bestEstimate?.source.set.text == "100kgx5")
    #expect(records.bestEstimate?.source.day == 0)
    #expect(records.bestEstimate?.mass.text(in: .kilograms) == "116.7 kg")
  }

  @Test func `volume is counted by weeks`() throws {
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
