import FoundationEssentials
import Models
import Testing

/// Tests of the texts of results, which are the same on every screen.
struct WorkoutTextTests {
  private func workout(
    _ challenge: Challenge.ID, _ milliseconds: [UInt32], _ duration: Duration
  ) -> Workout {
    Workout(
      id: UUID(), challenge: challenge, user: "Ann",
      startedAt: Date(millisecondsSince1970: 1_772_366_400_000), duration: duration,
      log: RepLog(milliseconds: milliseconds) ?? RepLog())
  }

  @Test func `a result is a score, no score, or not ranked`() throws {
    let pushUps = try #require(Catalogue.standard["pushups-2min"])
    let done = workout(pushUps.id, [1000, 2000], .seconds(120))
    #expect(pushUps.resultText(of: done) == "2 reps")
    #expect(pushUps.resultText(of: workout(pushUps.id, [], .seconds(9))) == "no score")
    let pasted = workout(pushUps.id, (1...515).map { UInt32($0) }, .seconds(120))
    #expect(pushUps.resultText(of: pasted, isShort: true) == "not ranked")
  }

  @Test func `the time in a list is the time of the score`() {
    let late = workout("burpees-emom-10", [1000], .seconds(602))
    #expect(Catalogue.standard.timeColumn(of: late) == "10:00.00")
    #expect(Catalogue.standard.timeColumn(of: workout("gone", [1000], .seconds(602))) == "10:02.00")
  }

  @Test func `a list shows the same result as the other screens`() {
    func column(_ workout: Workout) -> String { Catalogue.standard.resultColumn(of: workout) }
    #expect(column(workout("pushups-2min", [], .seconds(9))) == "no score")
    #expect(column(workout("pushups-2min", [1000], .seconds(9))) == "1 rep")
    #expect(column(workout("plank-hold", [], .seconds(9))) == "00:09.00")
    #expect(column(workout("gone", [1000, 2000], .seconds(9))) == "2 reps")
    #expect(column(workout("gone", [], .seconds(9))) == "no score")
  }
}
