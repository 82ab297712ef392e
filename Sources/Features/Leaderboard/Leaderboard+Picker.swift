import Models
import ReducerRuntime

/// The picker of the leaderboard's challenge.
extension Leaderboard {
  /// Opens the picker.
  func openPicker(_ state: inout State) -> Effect<Action> {
    state.notice = nil
    state.destination = .picker(
      ChallengePicker.State(selecting: state.challenge.id, catalogue: state.$catalogue))
    return .recordUse(of: .search)
  }

  func reduce(
    _ state: inout State, picker action: ChallengePicker.Action.Delegate
  ) -> Effect<Action> {
    state.destination = nil
    guard case .chosen(let id) = action, id != state.challenge.id, state.select(id) else {
      return .none
    }
    return restart(&state)
  }
}
