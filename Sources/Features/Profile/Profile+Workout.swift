import Models
import ReducerRuntime

/// The page of the selected workout.
extension Profile {
  /// Opens the page.
  func open(_ state: inout State) -> Effect<Action> {
    guard state.workouts.indices.contains(state.selection) else { return .none }
    state.destination = .workout(
      WorkoutDetail.State(
        state.workouts[state.selection], isYours: true, catalogue: state.$catalogue))
    return .merge(.recordUse(of: .workoutDetail), sendToWorkout(.appear, state))
  }

  /// Sends a command to the page, if it is open.
  func sendToWorkout(
    _ command: WorkoutDetail.Action.Command, _ state: State
  ) -> Effect<Action> {
    guard state.destination?.workout != nil else { return .none }
    return .send(._internal(.destination(.presented(.workout(.command(command))))))
  }

  func reduce(
    _ state: inout State, workout action: WorkoutDetail.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .startRequested(let request):
      return .send(.delegate(.startRequested(request)))
    case .changed:
      return load(&state)
    case .closed:
      state.destination = nil
      return .none
    }
  }
}

extension Profile.State {
  /// Whether typed characters go into a text field.
  var isTyping: Bool { destination?.workout?.isTyping == true }
}
