import Models
import ReducerRuntime

extension ChallengeDetail {
  /// Records a saved workout in the plan that it was done for, if any.
  func recordInPlan(_ saved: SavedWorkout, _ state: State) -> Effect<Action> {
    guard let purpose = state.activeWorkout?.purpose else { return .none }
    return .send(._internal(.plan(.command(.record(saved, purpose)))))
  }

  /// Closes the saved set, which cancels its effects, before the next set starts.
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
  /// Whether the plan, or the sheet about its failure, is on the screen.
  var isShowingPlan: Bool {
    destination == nil && (plan.isShown || plan.errorSheet != nil)
  }

  /// The set after the one that has just been saved, or the same set if that has no score.
  var nextSet: PlannedSet? {
    guard case .saved(let saved) = activeWorkout?.phase, let set = activeWorkout?.set else {
      return nil
    }
    return saved.score == nil ? set : set.next
  }

  /// Returns the role of a restored workout in the plan. A set of a plan that no longer exists has none.
  func purpose(of draft: WorkoutDraft) -> WorkoutPurpose? {
    switch draft.purpose {
    case .test: .test
    case .set(let number, let session):
      plan.plan?.set(number, ofSession: session).map { .set($0) }
    case .routine, nil: nil
    }
  }

  /// Returns the state of a new workout of this challenge, with the options for its purpose.
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
  /// Whether the workout was done for a training plan and is saved.
  var isSavedForPlan: Bool {
    if case .saved = phase { purpose != nil } else { false }
  }
}
