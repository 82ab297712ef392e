import Clients
import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Begins the rest after a set, or skips what is left of it.
  func toggleRest(_ state: inout State) -> Effect<Action> {
    state.isResting ? .send(.delegate(.rest(.end))) : startRest(state)
  }

  /// Begins the rest, where a set was done and a rest is wanted.
  func startRest(_ state: State) -> Effect<Action> {
    guard state.canRest else { return .none }
    return .send(.delegate(.rest(.start(state.challenge, seconds: state.options.rest))))
  }

  /// Starts the same again.
  func startNextSet(_ state: inout State) -> Effect<Action> {
    guard state.isSaved else { return .none }
    state.phase = .idle
    state.id = nil
    state.startTime = nil
    state.log = RepLog()
    state.skips = SkipLog()
    state.elapsedTime = .zero
    state.heldKeys = HeldKeyFilter()
    state.ignoredPress = nil
    state.pauseInstant = nil
    state.skippedRounds = []
    state.lastSkipInstant = nil
    return start(&state)
  }
}

extension WorkoutTimer.State {
  var isSaved: Bool { if case .saved = phase { true } else { false } }

  /// Whether there is a set to rest from.
  var canRest: Bool { isSaved && options.rest > 0 }

  var isResting: Bool { rest?.isResting == true }
}
