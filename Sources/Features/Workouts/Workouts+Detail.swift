import Models
import ReducerRuntime

extension Workouts {
  /// Closes the challenge that is open before an action that opens one: in its place the same challenge would be the same
  /// child, and what sleeps for the old screen, a film or a rest, would go on for the new one that does not know of it.
  func close(before action: Action, _ state: inout State) -> Effect<Action> {
    state.detail = nil
    return .send(action)
  }
}

extension Workouts.State {
  /// Takes what a person has chosen, also for the challenge that is open. A workout keeps what it was begun with.
  mutating func use(_ settings: Settings) {
    let options = WorkoutOptions(settings)
    self.options = options
    detail?.options = options
  }

  /// A challenge's screen, before anything is loaded for it.
  func detail(of challenge: Challenge, plan: TrainingPlan? = nil) -> ChallengeDetail.State {
    ChallengeDetail.State(
      challenge: challenge, options: options, plan: plan, showsFilms: showsFilms)
  }
}
