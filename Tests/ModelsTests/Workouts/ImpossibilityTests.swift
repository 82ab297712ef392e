import FoundationEssentials
import Testing

@testable import Models

/// Tests of the detection of impossible logs.
struct RepLogImpossibilityTests {
  private func log(_ milliseconds: some Sequence<Int>) throws -> RepLog {
    try #require(RepLog(milliseconds: milliseconds.map { UInt32($0) }))
  }

  private func impossibilityReason(
    _ log: RepLog, in duration: Duration = .seconds(120), gap: Int = 300
  ) -> ImpossibilityReason? {
    WorkoutLog(reps: log, duration: duration).impossibilityReason(minGap: .milliseconds(gap))
  }

  @Test func `a log at the fastest pace is possible`() throws {
    #expect(impossibilityReason(try log((1...400).map { $0 * 300 })) == nil)
    #expect(impossibilityReason(RepLog()) == nil)
  }

  @Test func `reps delivered together after a stalled connection are possible`() throws {
    // One rep on time, and sixteen from the five seconds in which the connection was stalled.
    let late = (1...10).map { $0 * 1000 } + (0..<17).map { 15_000 + $0 }
    #expect(impossibilityReason(try log(late)) == nil)
    #expect(impossibilityReason(try log(late + [15_017])) == .tooFast(rep: 28))
  }

  @Test func `a burst is impossible anywhere in a log`() throws {
    #expect(impossibilityReason(try log(1...100)) == .tooFast(rep: 17))
    let end = (1...100).map { 100_000 + $0 }
    #expect(impossibilityReason(try log(end)) == .tooFast(rep: 18))
  }

  @Test func `an unsustainable pace is impossible after a while`() throws {
    #expect(impossibilityReason(try log((1...200).map { $0 * 200 })) == .tooFast(rep: 51))
  }

  @Test func `the minimum gap of an unknown challenge is a tenth of a second`() throws {
    #expect(impossibilityReason(try log((1...1000).map { $0 * 100 }), gap: 0) == nil)
    #expect(impossibilityReason(try log((1...1000).map { $0 * 90 }), gap: 0) == .tooFast(rep: 501))
  }

  @Test func `reps that take longer than the whole time are impossible`() throws {
    #expect(impossibilityReason(try log(1...4), in: .milliseconds(4)) == .tooFast(rep: 2))
    #expect(impossibilityReason(try log(1...4), in: .milliseconds(899)) == .tooFast(rep: 4))
    #expect(impossibilityReason(try log(1...4), in: .milliseconds(900)) == nil)
  }

  @Test func `a rep after the end is impossible`() throws {
    let log = try log([1000, 2000, 3001])
    #expect(impossibilityReason(log, in: .seconds(3)) == .afterTheEnd(rep: 3))
    #expect(impossibilityReason(log, in: .milliseconds(3001)) == nil)
  }

  @Test func `a log has a maximum number of reps`() throws {
    let bytes = [UInt8](repeating: 2, count: RepLog.maxReps)
    var log = try #require(WorkoutLog(bytes: bytes))
    #expect(WorkoutLog(bytes: bytes + [2]) == nil)
    let isAdded = log.append(.press, at: .seconds(1000))
    #expect(!isAdded)
  }
}

/// Tests of distances that no person can cover in the given time.
struct SportTests {
  private func reason(
    _ text: String, _ instants: [UInt32], _ figures: String = ""
  ) throws -> ImpossibilityReason? {
    let challenge = try Challenge.sample(text)
    return challenge.impossibilityReason(
      of: Workout(
        id: UUID(), challenge: challenge.id, user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
        log: WorkoutLog(
          reps: try #require(RepLog(milliseconds: instants)),
          duration: .milliseconds(instants.last ?? 0)), figures: WorkoutFigures(text: figures)))
  }

  @Test(
    arguments: [
      ("run 100m", 9580), ("sprint 200m", 19_190), ("run 5km", 755_360),
      ("Treadmill 10km", 1_571_000),
      ("run 42.2km", 7_180_000), ("walk 20km", 4_570_000), ("row 2km", 318_680),
      ("indoor rowing 500m", 70_500), ("bike 1km", 55_433), ("swim 100m", 44_840),
      ("front crawl 1500m", 846_880),
    ] as [(String, UInt32)])
  func `a time below a record is impossible`(text: String, milliseconds: UInt32) throws {
    #expect(try reason(text, [milliseconds + 7000]) == nil)
    let fast = try #require(try reason(text, [milliseconds * 98 / 100]))
    #expect(fast.sentence.contains("is faster than humanly possible"))
  }

  @Test func `the time of a record is possible`() throws {
    #expect(try reason("run 5km", [755_360]) == nil)
    let sentence = "run 5km in 00:10.00 is faster than humanly possible: at least 12:35.36"
    #expect(try reason("run 5km", [10_000])?.sentence == sentence)
  }

  @Test func `between two records, the speed limit is the speed of the shorter record`() throws {
    // Faster than the record over 1500 m, slower than that over 800 m.
    #expect(try reason("run 1499m", [190_000]) == nil)
    #expect(try reason("run 1499m", [189_000]) != nil)
    #expect(try reason("run 50m", [4001]) == nil && reason("run 50m", [3900]) != nil)
  }

  @Test func `an unknown sport has the limit of the fastest sport`() throws {
    #expect(try reason("sled push 1km", [56_000]) == nil)
    #expect(try reason("sled push 5km", [10_000]) != nil)
  }

  @Test func `distances of circuits are checked one by one and in total`() throws {
    let text = "2x(run 400m, burpee 2)"
    let start: UInt32 = 60_000
    #expect(try reason(text, [start, 62_000, 64_000, 124_000, 126_000, 128_000]) == nil)
    // A press can be up to five seconds late.
    #expect(try reason(text, [start, 62_000, 64_000, 103_000, 105_000, 107_000]) == nil)
    #expect(try reason(text, [start, 62_000, 64_000, 74_000, 76_000, 78_000]) != nil)
    // The first distance has no such tolerance.
    #expect(try reason(text, [40_000, 62_000, 64_000, 124_000, 126_000, 128_000]) != nil)
  }

  @Test func `typed results are checked by their distances and reps`() throws {
    let rules = try ManualEntryRules(Challenge.sample("2x(row 500m, burpee 10)"))
    #expect(rules.impossibilityMessage(for: 22, in: .seconds(180)) == nil)
    #expect(
      rules.impossibilityMessage(for: 22, in: .seconds(60))
        == "this in 01:00.00 is faster than humanly possible: at least 02:35.54")
    // The first five reps are the first distance and four burpees.
    #expect(rules.impossibilityMessage(for: 5, in: .seconds(75)) == nil)
    #expect(rules.impossibilityMessage(for: 5, in: .seconds(65)) != nil)
  }

  @Test func `typed circuits include the time of their holds`() throws {
    let rules = try ManualEntryRules(Challenge.sample("2x(push-up 3, plank 11s, rest 5s)"))
    #expect(rules.impossibilityMessage(for: 6, in: .seconds(24)) == nil)
    #expect(
      rules.impossibilityMessage(for: 6, in: .seconds(10))
        == "this in 00:10.00 is faster than humanly possible: at least 00:23.25")
    // A workout that the clock ends can be stopped earlier.
    let tabata = try ManualEntryRules(Challenge.sample("8x(squat 20s, rest 10s)"))
    #expect(tabata.impossibilityMessage(for: 20, in: .seconds(60)) == nil)
    // The holds of an unfinished workout are unknown.
    #expect(rules.impossibilityMessage(for: 5, in: .seconds(10)) == nil)
  }

  @Test func `an added distance is checked against the time`() throws {
    let open = try Challenge.sample("run 20min")
    let figures = WorkoutFigures(distance: Distance("4.5km"))
    #expect(open.tooFastFigure(of: figures, in: .seconds(1200)) == nil)
    #expect(open.tooFastFigure(of: figures, in: .seconds(600)) != nil)
    #expect(try reason("run 20min", [1000, 1_200_000], "50km") != nil)
    #expect(
      ManualEntryRules(open).impossibilityMessage(for: 1, in: .seconds(600), figures)
        == "4.5km in 10:00.00 is faster than humanly possible: at least 10:18.00")
  }
}
