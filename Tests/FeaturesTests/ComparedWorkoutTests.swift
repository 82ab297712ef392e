import Models
import ReducerTestSupport
import Testing

@testable import CatalogueFeatures
@testable import TimerFeatures

/// Tests of the workout that a saved workout is compared with.
@Suite(.checksForLeaks)
@MainActor
struct ComparedWorkoutTests {
  private let best = Workout.sample(1, reps: [900, 2100, 3000])
  private let saved = SavedWorkout(
    .sample(2, reps: [1000, 2000]), in: .pushUps)

  private func comparison(
    best: Workout?, in timer: WorkoutTimer.State = WorkoutTimer.State(challenge: .pushUps)
  ) -> Ghost? {
    ChallengeDetail.State(
      challenge: .pushUps,
      results: ChallengeDetail.Results(best: best, last: best, participantCount: 1)
    )
    .comparedWorkout(for: saved, in: timer)
  }

  @Test func `a workout is compared with the previous best`() {
    #expect(comparison(best: best) == Ghost(name: Ghost.yourBest, log: best.log))
    #expect(comparison(best: nil) == nil)
    #expect(comparison(best: saved.workout) == nil)
  }

  @Test func `a race is compared with its opponent`() {
    let ghost = Ghost(name: "Bo", log: best.log)
    let timer = WorkoutTimer.State(challenge: .pushUps, ghost: ghost)
    #expect(comparison(best: nil, in: timer) == ghost)
  }

  @Test func `sets of a plan, and bests with entered reps, have no comparison`() throws {
    let set = WorkoutTimer.State(
      challenge: .pushUps, purpose: .set(TrainingPlan.sample().set(1, 1)))
    #expect(comparison(best: best, in: set) == nil)
    var typed = Workout.sample(3)
    typed.log = try #require(WorkoutLog(typedReps: 3))
    #expect(comparison(best: typed) == nil)
  }
}
