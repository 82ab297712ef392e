import Models
import ReducerRuntime

/// The list of strength exercises, a session, and its page once it is saved.
extension Workouts {
  /// Shows the list of strength exercises.
  func showStrength(_ state: inout State) -> Effect<Action> {
    state.destination = .strength(Exercises.State())
    return .send(._internal(.destination(.presented(.strength(.command(.appear))))))
  }

  /// Opens a session, and sends its screen a command.
  func openSession(
    _ start: StrengthStart, then command: StrengthWorkout.Action.Command, _ state: inout State
  ) -> Effect<Action> {
    state.notice = nil
    state.destination = .strengthWorkout(StrengthWorkout.State(start))
    return .merge(.recordUse(of: .workoutTimer), sendToSession(command))
  }

  func sendToSession(_ command: StrengthWorkout.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.strengthWorkout(.command(command))))))
  }

  /// Opens an unfinished session with its plan.
  func restoreSession(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    var start = StrengthStart.empty
    if case .routine(let routine) = draft.purpose, let plan = StrengthPlan(routine) {
      start = .plan(plan)
    }
    return openSession(start, then: .restore(draft, resumption), &state)
  }

  func reduce(
    _ state: inout State, session action: StrengthWorkout.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .saved(let saved):
      // The page shows the result, and has the form for a note.
      state.destination = .workout(
        WorkoutDetail.State(
          saved.workout, isYours: true, catalogue: SharedReader(state.$catalogue)))
      return .merge(
        .send(._internal(.destination(.presented(.workout(.command(.appear)))))),
        loadResults(state), .send(.delegate(.workoutSaved(saved))))

    case .leftUnsaved(let unsaved):
      state.destination = nil
      return .send(.delegate(.workoutLeftUnsaved(unsaved)))

    case .rest(let request):
      return .send(.delegate(.rest(request)))

    case .closed where state.session?.plan == nil:
      return showStrength(&state)

    case .closed:
      state.destination = nil
      return .none
    }
  }

  func reduce(
    _ state: inout State, workout action: WorkoutDetail.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .startRequested(let request):
      return .send(.command(.start(request)))
    case .changed:
      return loadResults(state)
    case .closed:
      state.destination = nil
      return .none
    }
  }
}

extension Workouts.State {
  /// The open strength session, if any.
  public var session: StrengthWorkout.State? { destination?.strengthWorkout }
}
