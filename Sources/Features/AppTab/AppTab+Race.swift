import Models
import ReducerRuntime

extension AppTab {
  /// Takes a race that was asked for on the leaderboard to where workouts are done.
  func race(
    _ challenge: Challenge.ID, against ghost: Ghost, _ state: inout State
  ) -> Effect<Action> {
    // Whoever has gone elsewhere meanwhile does not want to be fetched.
    guard state.selectedTab == .leaderboard, !state.isShowingSettings else { return .none }
    guard state.workouts.canRace else {
      state.leaderboard.notice = "Finish the workout you have begun first."
      return .none
    }
    state.selectedTab = .workouts
    state.isShowingHelp = false
    return .merge(hideReplay(state), .send(.workouts(.raceRequested(challenge, ghost))))
  }
}
