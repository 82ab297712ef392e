import Foundation
import FoundationEssentials
import Models
import Testing

struct RoutineResultsTests {
  private func workout(_ seconds: [Double], skips: [UInt32] = [], lasting duration: Int) throws
    -> Workout
  {
    Workout(
      id: UUID(), challenge: "own-circuit", user: "Ann", startedAt: Date(),
      log: WorkoutLog(
        reps: try #require(RepLog(milliseconds: seconds.map { UInt32($0 * 1000) })), skips: skips,
        duration: .seconds(duration)))
  }

  private func totals(_ text: String, _ workout: Workout) throws -> [String] {
    try Routine(text: text).exerciseTotals(of: workout).map(\.text)
  }

  @Test(arguments: [
    ("3x(push-up max, rest 60s)", true), ("push-up max, squat 10", true), ("squat 5:00", false),
    ("push-up 100", false), ("run 5km", false), ("plank max", false),
    ("AMRAP 12:00 (squat 15)", false),
  ])
  func `a routine is open-ended if only a key ends its reps`(text: String, isOpenEnded: Bool)
    throws
  {
    #expect(try Routine(text: text).isOpenEnded == isOpenEnded)
  }

  @Test func `the sets of an exercise are added up over all rounds`() throws {
    // Squats at 1, 2, 3 s; the plank until 8 s, a rest until 13 s; push-ups at 15 and 18 s; then the second round.
    let log = [1, 2, 3, 15, 18, 20, 21, 24, 40, 41.5]
    let workout = try workout(log, lasting: 42)
    #expect(
      try totals("2x(squat 3, plank 5s, rest 5s, push-up 2)", workout)
        == ["squat 6 in 0:09", "plank 0:10", "push-up 4 in 0:12"])
  }

  @Test func `a list without rounds has the time of each exercise`() throws {
    let workout = try workout([2, 4, 9], lasting: 12)
    #expect(try totals("squat 2, lunge 5", workout) == ["squat 2 in 0:04", "lunge 1 in 0:08"])
  }

  @Test func `a skipped exercise has the time until the skip`() throws {
    let workout = try workout([1, 10], skips: [6000], lasting: 12)
    #expect(
      try totals("squat 5, lunge 5, plank 10s", workout)
        == ["squat 1 in 0:06", "lunge 1 in 0:06"])
  }
}

struct RepCountTests {
  private func count(_ text: String, _ seconds: [UInt32], skips: [UInt32] = []) throws -> Int {
    try Routine(text: text).repCount(
      of: WorkoutLog(
        reps: #require(RepLog(milliseconds: seconds.map { $0 * 1000 })), skips: skips))
  }

  private func typedCount(_ text: String, _ reps: Int) throws -> Int {
    try Routine(text: text).repCount(
      of: #require(WorkoutLog(typedReps: reps)))
  }

  @Test func `the end of a distance is not a rep`() throws {
    #expect(try count("run 5km", [1570]) == 0)
    #expect(try count("4x(run 400m, rest 30s)", [90, 220, 350, 480]) == 0)
    #expect(try count("squat 20", Array(1...20)) == 20)
  }

  @Test func `the reps of a workout don't include its distances`() throws {
    // Row 500 m until 60 s, ten burpees, and a second round.
    let log: [UInt32] = [60] + Array(61...70) + [130] + Array(131...140)
    #expect(try count("2x(row 500m, burpee 10)", log) == 20)
    #expect(try count("2x(row 500m, burpee 10)", Array(log.prefix(13))) == 11)
    let routine = try Routine(text: "2x(row 500m, burpee 10)")
    let results = routine.results(
      of: WorkoutLog(
        reps: try #require(RepLog(milliseconds: log.map { $0 * 1000 })), duration: .seconds(140)))
    #expect(results.rounds.map(\.reps) == [10, 10])
    #expect(results.splits.map(\.reps) == [0, 10, 0, 10])
    #expect(results.unfinishedReps == 0)
  }

  @Test func `reps after a skipped distance count`() throws {
    #expect(try count("row 500m, burpee 3", [6, 7, 8], skips: [5000]) == 3)
  }

  @Test func `a rep in a rest counts`() throws {
    #expect(try count("row 500m rest 30s, burpee 2", [60, 65, 91, 92]) == 3)
  }

  @Test(arguments: [
    ("run 5km", 1, 0),
    ("2x(row 500m, burpee 10)", 22, 20), ("2x(row 500m, burpee 10)", 12, 10),
    ("burpee 3, 2x(row 500m)", 4, 3),
    ("AMRAP 10:00 (run 200m, burpee 10)", 25, 22),
    // The plank has no reps in a workout for time, but the jumping jacks have an unknown number of them.
    ("2x(plank 30s, row 500m, burpee 5)", 12, 10),
    ("AMRAP 10:00 (jumping jack 30s, row 250m)", 45, 45),
    ("every 2:00 3x(row 100m, burpee 5)", 18, 15),
    ("EMOM 3 (row 100m)", 5, 2),
  ])
  func `typed reps are assigned to the sets in order`(text: String, reps: Int, count: Int) throws {
    #expect(try typedCount(text, reps) == count)
  }

  @Test func `the reps of an exercise do not include its distances`() throws {
    let routine = try Routine(text: "row 500m, burpee 2")
    let challenge = Challenge.custom(
      "own-row", name: "Row", kind: .fullBody, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
    let workout = Workout(
      id: UUID(), challenge: challenge.id, user: "Ann", startedAt: Date(),
      log: WorkoutLog(
        reps: try #require(RepLog(milliseconds: [60_000, 61_000, 62_000])), duration: .seconds(62)))
    #expect(challenge.reps(in: workout) { $0 == "row" } == 0)
    #expect(challenge.reps(in: workout) { $0 == "burpee" } == 2)
    #expect(challenge.scoring == .time(forReps: 3))
    #expect(challenge.score(of: workout)?.duration == .seconds(62))
  }
}

/// Tests of the pace of a finished workout.
struct ChallengePaceTests {
  private func workout(
    _ log: WorkoutLog, seconds: Double, _ figures: String = ""
  ) -> Workout {
    Workout(
      id: UUID(), challenge: "own-x", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      log: log.ended(at: .milliseconds(Int64(seconds * 1000))),
      figures: WorkoutFigures(text: figures))
  }

  private func log(_ instants: [UInt32]) throws -> WorkoutLog {
    WorkoutLog(reps: try #require(RepLog(milliseconds: instants)))
  }

  @Test func `rests and holds are not part of the pace`() throws {
    let tabata = try Challenge.sample("2x(squat 20s, rest 10s)")
    let seconds: [UInt32] = Array(0..<20) + Array(30..<50)
    let reps = seconds.map { $0 * 1000 + 500 }
    #expect(try tabata.pace(of: workout(log(reps), seconds: 50)) == 60)
    let circuit = try Challenge.sample("2x(push-up 3, plank 11s, rest 5s)")
    let done = try workout(log([1000, 2000, 3000, 20_000, 21_000, 22_000]), seconds: 33)
    #expect(circuit.pace(of: done) == 60)
    #expect(try tabata.pace(of: workout(#require(WorkoutLog(typedReps: 40)), seconds: 50)) == nil)
    let single = try Challenge.sample("squat 1:00")
    #expect(try single.pace(of: workout(#require(WorkoutLog(typedReps: 40)), seconds: 60)) == 40)
  }

  @Test func `a distance has a pace in its unit`() throws {
    let run = try Challenge.sample("run 5km")
    #expect(run.pace(of: workout(try log([1_570_000]), seconds: 1570)) == nil)
    #expect(run.distancePace(of: workout(try log([1_570_000]), seconds: 1570)) == "5:14/km")
    // The clock continued after the last step.
    #expect(run.distancePace(of: workout(try log([1_570_000]), seconds: 1700)) == "5:14/km")
    #expect(run.distancePace(of: workout(WorkoutLog(), seconds: 1570)) == nil)
    let typed = workout(try #require(WorkoutLog(typedReps: 1)), seconds: 1570)
    #expect(run.distancePace(of: typed) == "5:14/km")
    let miles = try Challenge.sample("run 3mi")
    #expect(miles.distancePace(of: workout(try log([1_500_000]), seconds: 1500)) == "8:20/mi")
    let open = try Challenge.sample("run 20min")
    #expect(open.distancePace(of: workout(try log([1000]), seconds: 1200, "4km")) == "5:00/km")
    #expect(open.distancePace(of: workout(try log([1000]), seconds: 1200)) == nil)
    let mixed = try Challenge.sample("2x(row 500m, burpee 2)")
    let rows = try log([120_000, 125_000, 130_000, 250_000, 255_000, 260_000])
    #expect(mixed.distancePace(of: workout(rows, seconds: 260)) == "4:00/km")
    #expect(mixed.pace(of: workout(rows, seconds: 260)) == 12)
  }
}
