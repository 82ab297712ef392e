import Models
import ReducerRuntime

extension ChallengeDetail {
  /// Hands a saved workout to the plan it was done for.
  func recordPlanSet(_ saved: SavedWorkout, _ state: State) -> Effect<Action> {
    guard let purpose = state.activeWorkout?.purpose else { return .none }
    return .send(._internal(.plan(.command(.record(saved, purpose)))))
  }

  /// Ends the workout that is over, and what it has still running with it, before the next set begins.
  func closeSavedSet(_ state: inout State) -> Effect<Action> {
    guard let set = state.nextSet else { return .none }
    guard state.activeWorkout?.canStartNextSet(at: uptime) == true else {
      return sendToWorkout(.ignoreStart)
    }
    state.destination = nil
    return .send(._internal(.nextSetReady(set)))
  }
}

extension ChallengeDetail.State {
  /// Whether the plan is on the screen, or a sheet about it.
  var isShowingPlan: Bool {
    destination == nil && (plan.isShown || plan.errorSheet != nil)
  }

  /// The set that is to follow the one that has just been saved; the same once more when nothing was done of it.
  var nextSet: PlannedSet? {
    guard case .saved(let saved) = activeWorkout?.phase, let set = activeWorkout?.set else {
      return nil
    }
    return saved.score == nil ? set : set.next
  }

  /// What a workout that is taken up again was begun for. A set of a plan that is gone is a workout like any other.
  func purpose(of draft: WorkoutDraft) -> WorkoutPurpose? {
    switch draft.purpose {
    case .test: .test
    case .set(let number, let session):
      plan.plan?.set(number, ofSession: session).map { .set($0) }
    case nil: nil
    }
  }

  /// A workout of this challenge, timed as its purpose asks for.
  func workout(
    against ghost: Ghost? = nil, for purpose: WorkoutPurpose? = nil
  ) -> WorkoutTimer.State {
    guard case .set(let set) = purpose else {
      return WorkoutTimer.State(
        challenge: challenge, options: options, ghost: ghost, purpose: purpose)
    }
    var options = options
    options.rest = set.isLast ? 0 : options.restBetweenSets
    return WorkoutTimer.State(challenge: challenge.asSingleSet, options: options, purpose: purpose)
  }
}

extension WorkoutTimer.State {
  /// Whether it was saved, for a training plan.
  var isSavedForPlan: Bool {
    if case .saved = phase { purpose != nil } else { false }
  }
}
