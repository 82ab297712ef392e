import Models
import ReducerRuntime

extension Workouts {
  /// Opens a challenge and starts a race in it.
  func race(
    _ challenge: Challenge.ID, against ghost: Ghost, _ state: inout State
  ) -> Effect<Action> {
    guard state.canRace, let challenge = state.catalogue[challenge] else { return .none }
    guard state.detail == nil else {
      return close(before: .raceRequested(challenge.id, ghost), &state)
    }
    state.notice = nil
    state.errorSheet = nil
    state.history = nil
    state.detail = state.detail(of: challenge)
    return .merge(
      .send(.detail(.presented(.onAppear))),
      .send(.detail(.presented(.raceRequested(ghost)))))
  }
}

extension Workouts.State {
  /// Whether nothing would be lost if another workout began: none has, or it is saved.
  var canRace: Bool {
    guard challengeEditor == nil, let workout = detail?.activeWorkout else {
      return challengeEditor == nil
    }
    return switch workout.phase {
    case .idle, .saved: true
    case .preparing, .running, .paused, .saving, .discarding, .notSaved: false
    }
  }
}
