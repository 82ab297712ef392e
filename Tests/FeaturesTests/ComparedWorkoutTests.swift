import Models
import ReducerTestSupport
import Testing

@testable import Features

/// Tests of the workout that a saved one is compared with.
@Suite(.checksForLeaks)
@MainActor
struct ComparedWorkoutTests {
  private let best = Workout.sample(1, reps: [900, 2100, 3000])
  private let saved = SavedWorkout(
    .sample(2, reps: [1000, 2000]), in: .pushUps)

  private func detail(
    best: Workout?, _ active: WorkoutTimer.State? = nil
  ) -> ChallengeDetail.State {
    var state = ChallengeDetail.State(
      challenge: .pushUps,
      results: ChallengeDetail.Results(best: best, last: best, participantCount: 1))
    state.destination = active.map { .activeWorkout($0) }
    return state
  }

  @Test func `a workout is compared with the previous best`() {
    #expect(
      detail(best: best).comparedWorkout(for: saved) == Ghost(name: Ghost.yourBest, log: best.log))
    #expect(detail(best: nil).comparedWorkout(for: saved) == nil)
    #expect(detail(best: saved.workout).comparedWorkout(for: saved) == nil)
  }

  @Test func `a race is compared with its opponent`() {
    let ghost = Ghost(name: "Bo", log: best.log)
    let timer = WorkoutTimer.State(challenge: .pushUps, ghost: ghost)
    #expect(detail(best: nil, timer).comparedWorkout(for: saved) == ghost)
  }

  @Test func `sets of a plan, and bests with entered reps, have no comparison`() throws {
    let set = WorkoutTimer.State(
      challenge: .pushUps, purpose: .set(TrainingPlan.sample().set(1, 1)))
    #expect(detail(best: best, set).comparedWorkout(for: saved) == nil)
    var typed = Workout.sample(3)
    typed.log = try #require(RepLog(manualReps: 3))
    #expect(detail(best: typed).comparedWorkout(for: saved) == nil)
  }
}
