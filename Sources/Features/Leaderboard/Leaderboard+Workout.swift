import Models
import ReducerRuntime

/// The detail screen of the selected workout.
extension Leaderboard {
  /// Opens the detail screen of the selected workout.
  func open(_ state: inout State) -> Effect<Action> {
    guard let standing = state.selected else { return .none }
    state.notice = nil
    state.destination = .workout(
      WorkoutDetail.State(
        standing, in: state.challenge.id, group: state.group?.id,
        place: state.place(of: standing),
        catalogue: state.$catalogue))
    return .merge(.recordUse(of: .workoutDetail), sendToWorkout(.appear, state))
  }

  /// Sends a command to the detail screen, if it is open.
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
      return reload(&state)
    case .closed:
      state.destination = nil
      return .none
    }
  }
}

extension Leaderboard.State {
  /// Returns the place of an entry in this leaderboard.
  func place(of standing: Standing) -> WorkoutPlace {
    .rank(
      standing.rank, of: participantCount, filter: boardFilter,
      isBest: standing.isYou && boardFilter == .allTime && standing.score.isComplete)
  }

  /// Whether typed characters go into a text field.
  var isTyping: Bool {
    destination?.workout?.isTyping == true || destination?.picker != nil
  }
}
