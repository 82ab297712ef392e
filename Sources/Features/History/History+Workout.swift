import Models
import ReducerRuntime

/// The page of the selected workout.
extension History {
  /// Opens the page.
  func open(_ state: inout State) -> Effect<Action> {
    guard !state.isChanging, let workout = state.selectedWorkout else { return .none }
    state.notice = nil
    state.destination = .workout(
      WorkoutDetail.State(workout, isYours: true, catalogue: state.$catalogue))
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
    case .changed(let change):
      state.apply(change)
      return .send(.delegate(.changed))
    case .closed:
      state.destination = nil
      return .none
    }
  }
}
