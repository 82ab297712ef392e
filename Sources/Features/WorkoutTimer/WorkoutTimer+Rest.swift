import Clients
import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Starts the rest after a set, or ends it early.
  func toggleRest(_ state: inout State) -> Effect<Action> {
    state.isResting ? .send(.delegate(.rest(.end))) : startRest(state)
  }

  /// Starts the rest if a set was saved and rests are turned on.
  func startRest(_ state: State) -> Effect<Action> {
    guard state.canRest else { return .none }
    return .send(
      .delegate(
        .rest(
          .start(state.challenge.id, next: state.challenge.name, seconds: state.options.rest))))
  }

  /// Starts another set of the same challenge.
  func startNextSet(_ state: inout State) -> Effect<Action> {
    guard state.isSaved else { return .none }
    state.phase = .idle
    state.id = nil
    state.startTime = nil
    state.utcOffset = nil
    state.log = RepLog()
    state.skips = SkipLog()
    state.elapsedTime = .zero
    state.followRoutine()
    state.heldKeys = HeldKeyFilter()
    state.ignoredPress = nil
    state.pauseInstant = nil
    state.wasPaused = false
    state.pauses = PauseLog()
    state.skippedParts = []
    state.lastSkipInstant = nil
    state.dueCue = nil
    state.cueFailure = nil
    return .merge(.cancel(id: CancelID.quietPeriod), start(&state))
  }
}

extension WorkoutTimer.State {
  var isSaved: Bool { if case .saved = phase { true } else { false } }

  /// Whether a rest can start: a set is saved, and rests are turned on.
  var canRest: Bool { isSaved && options.rest > 0 }

  var isResting: Bool { rest?.isResting == true }
}
