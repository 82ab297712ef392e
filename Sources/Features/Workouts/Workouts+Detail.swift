import Models

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
