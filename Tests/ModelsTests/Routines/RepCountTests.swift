import Foundation
import Models
import Testing

struct RepCountTests {
  private func count(_ text: String, _ seconds: [UInt32], skips: [UInt32] = []) throws -> Int {
    try Routine(text: text).repCount(
      of: #require(RepLog(milliseconds: seconds.map { $0 * 1000 })),
      skips: #require(SkipLog(milliseconds: skips)))
  }

  private func typedCount(_ text: String, _ reps: Int) throws -> Int {
    try Routine(text: text).repCount(
      of: #require(RepLog(manualReps: reps)), skips: SkipLog())
  }

  @Test func `the end of a distance is no rep`() throws {
    #expect(try count("run 5km", [1570]) == 0)
    #expect(try count("4x(run 400m, rest 30s)", [90, 220, 350, 480]) == 0)
    #expect(try count("squat 20", Array(1...20)) == 20)
  }

  @Test func `a workout of distances and reps has the reps`() throws {
    // Row 500 m until 60 s, ten burpees, and both once more.
    let log: [UInt32] = [60] + Array(61...70) + [130] + Array(131...140)
    #expect(try count("2x(row 500m, burpee 10)", log) == 20)
    #expect(try count("2x(row 500m, burpee 10)", Array(log.prefix(13))) == 11)
    let routine = try Routine(text: "2x(row 500m, burpee 10)")
    let results = routine.results(
      of: try #require(RepLog(milliseconds: log.map { $0 * 1000 })), skips: SkipLog(),
      duration: .seconds(140))
    #expect(results.rounds.map(\.reps) == [10, 10])
    #expect(results.splits.map(\.reps) == [0, 10, 0, 10])
    #expect(results.unfinishedReps == 0)
  }

  @Test func `a skipped distance leaves the reps after it`() throws {
    #expect(try count("row 500m, burpee 3", [6, 7, 8], skips: [5000]) == 3)
  }

  @Test func `a rep in a rest is a rep`() throws {
    #expect(try count("row 500m rest 30s, burpee 2", [60, 65, 91, 92]) == 3)
  }

  @Test(arguments: [
    ("run 5km", 1, 0),
    ("2x(row 500m, burpee 10)", 22, 20), ("2x(row 500m, burpee 10)", 12, 10),
    ("burpee 3, 2x(row 500m)", 4, 3),
    ("AMRAP 10:00 (run 200m, burpee 10)", 25, 22),
    // The plank has no reps in a workout for time, but the jumping jacks have an unknown number in 10 minutes.
    ("2x(plank 30s, row 500m, burpee 5)", 12, 10),
    ("AMRAP 10:00 (jumping jack 30s, row 250m)", 45, 45),
    ("every 2:00 3x(row 100m, burpee 5)", 18, 15),
    ("EMOM 3 (row 100m)", 5, 2),
  ])
  func `typed reps are in the order of the sets`(text: String, reps: Int, count: Int) throws {
    #expect(try typedCount(text, reps) == count)
  }

  @Test func `reps of an exercise do not contain its distances`() throws {
    let routine = try Routine(text: "row 500m, burpee 2")
    let challenge = Challenge.custom(
      "own-row", name: "Row", kind: .fullBody, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
    let workout = Workout(
      id: UUID(), challenge: challenge.id, user: "Ann", startedAt: Date(), duration: .seconds(62),
      log: try #require(RepLog(milliseconds: [60_000, 61_000, 62_000])))
    #expect(challenge.reps(in: workout) { $0 == "row" } == 0)
    #expect(challenge.reps(in: workout) { $0 == "burpee" } == 2)
    #expect(challenge.scoring == .time(forReps: 3))
    #expect(challenge.score(of: workout)?.duration == .seconds(62))
  }
}
