import Clients
import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Begins the rest after a set, or skips what is left of it.
  func toggleRest(_ state: inout State) -> Effect<Action> {
    guard state.isResting else { return startRest(&state) }
    state.rest = nil
    return .cancel(id: CancelID.rest)
  }

  /// Begins the rest, where a set was done and a rest is wanted.
  func startRest(_ state: inout State) -> Effect<Action> {
    guard state.canRest else { return .none }
    let end = uptime + .seconds(state.options.rest)
    state.rest = .resting(end: end, remaining: state.options.rest)
    return .run { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(._internal(.restTick)) }
    }
    .cancellable(id: CancelID.rest, cancelInFlight: true)
  }

  /// Asks the clock how much rest is left, and lets its end be noticed.
  func rest(_ state: inout State) -> Effect<Action> {
    guard case .resting(let end, _) = state.rest else { return .none }
    let left = end - uptime
    guard left <= .zero else {
      state.rest = .resting(end: end, remaining: left.secondsRoundedUp)
      return .none
    }
    state.rest = .over
    return .merge(
      .cancel(id: CancelID.rest),
      announce(.start, "The rest is over: \(state.challenge.name)", state))
  }

  /// Starts the same again; what is left of the rest is skipped.
  func startNextSet(_ state: inout State) -> Effect<Action> {
    guard state.isSaved else { return .none }
    state.phase = .idle
    state.rest = nil
    state.id = nil
    state.startTime = nil
    state.log = RepLog()
    state.elapsedTime = .zero
    state.heldKeys = HeldKeyFilter()
    state.ignoredPress = nil
    return .merge(.cancel(id: CancelID.rest), start(&state))
  }
}

extension WorkoutTimer.State {
  var isSaved: Bool { if case .saved = phase { true } else { false } }

  /// Whether there is a set to rest from.
  var canRest: Bool { isSaved && options.rest > 0 }

  var isResting: Bool { if case .resting = rest { true } else { false } }
}
