import Foundation
import Models
import Testing

struct RoutineResultsTests {
  private func workout(_ seconds: [Double], skips: [UInt32] = [], lasting duration: Int) throws
    -> Workout
  {
    Workout(
      id: UUID(), challenge: "own-circuit", user: "Ann", startedAt: Date(),
      duration: .seconds(duration),
      log: try #require(RepLog(milliseconds: seconds.map { UInt32($0 * 1000) })),
      skips: try #require(SkipLog(milliseconds: skips)))
  }

  private func totals(_ text: String, _ workout: Workout) throws -> [String] {
    try Routine(text: text).exerciseTotals(of: workout).map(\.text)
  }

  @Test func `the sets of an exercise are added up over all rounds`() throws {
    // Squats at 1, 2, 3 s; the plank until 8 s, a rest until 13 s; push-ups at 15 and 18 s; then once more.
    let log = [1, 2, 3, 15, 18, 20, 21, 24, 40, 41.5]
    let workout = try workout(log, lasting: 42)
    #expect(
      try totals("2x(squat 3, plank 5s, rest 5s, push-up 2)", workout)
        == ["squat 6 in 0:09", "plank 0:10", "push-up 4 in 0:12"])
  }

  @Test func `a list without rounds has each exercise with its time`() throws {
    let workout = try workout([2, 4, 9], lasting: 12)
    #expect(try totals("squat 2, lunge 5", workout) == ["squat 2 in 0:04", "lunge 1 in 0:08"])
  }

  @Test func `an exercise that was skipped has the time until then`() throws {
    let workout = try workout([1, 10], skips: [6000], lasting: 12)
    #expect(
      try totals("squat 5, lunge 5, plank 10s", workout)
        == ["squat 1 in 0:06", "lunge 1 in 0:06"])
  }
}
