import FoundationEssentials
import Models
import Testing

/// Tests of the pace of a finished workout.
struct ChallengePaceTests {
  private func workout(
    _ log: RepLog, seconds: Double, _ figures: String = ""
  ) -> Workout {
    Workout(
      id: UUID(), challenge: "own-x", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      duration: .milliseconds(Int64(seconds * 1000)), log: log,
      figures: WorkoutFigures(text: figures))
  }

  private func log(_ instants: [UInt32]) throws -> RepLog {
    try #require(RepLog(milliseconds: instants))
  }

  @Test func `rests and holds are no part of the pace`() throws {
    let tabata = try Challenge.sample("2x(squat 20s, rest 10s)")
    let seconds: [UInt32] = Array(0..<20) + Array(30..<50)
    let reps = seconds.map { $0 * 1000 + 500 }
    #expect(try tabata.pace(of: workout(log(reps), seconds: 50)) == 60)
    let circuit = try Challenge.sample("2x(push-up 3, plank 11s, rest 5s)")
    let done = try workout(log([1000, 2000, 3000, 20_000, 21_000, 22_000]), seconds: 33)
    #expect(circuit.pace(of: done) == 60)
    #expect(try tabata.pace(of: workout(#require(RepLog(manualReps: 40)), seconds: 50)) == nil)
    let single = try Challenge.sample("squat 1:00")
    #expect(try single.pace(of: workout(#require(RepLog(manualReps: 40)), seconds: 60)) == 40)
  }

  @Test func `a distance has a pace in its unit`() throws {
    let run = try Challenge.sample("run 5km")
    #expect(run.pace(of: workout(try log([1_570_000]), seconds: 1570)) == nil)
    #expect(run.distancePace(of: workout(try log([1_570_000]), seconds: 1570)) == "5:14/km")
    #expect(run.distancePace(of: workout(RepLog(), seconds: 1570)) == nil)
    let typed = workout(try #require(RepLog(manualReps: 1)), seconds: 1570)
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
