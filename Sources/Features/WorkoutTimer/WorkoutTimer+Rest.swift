import Clients
import ReducerRuntime

extension WorkoutTimer {
  /// Begins the rest after a set, or skips what is left of it.
  func toggleRest(_ state: inout State) -> Effect<Action> {
    guard state.canRest else { return .none }
    if case .resting = state.rest {
      state.rest = nil
      return .cancel(id: CancelID.rest)
    }
    let end = clock.uptime + .seconds(state.options.rest)
    state.rest = .resting(end: end, remaining: state.options.rest)
    return .run { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.restTick) }
    }
    .cancellable(id: CancelID.rest, cancelInFlight: true)
  }

  /// Asks the clock how much rest is left, and lets its end be heard.
  func rest(_ state: inout State) -> Effect<Action> {
    guard case .resting(let end, _) = state.rest else { return .none }
    let left = end - clock.uptime
    guard left <= .zero else {
      state.rest = .resting(end: end, remaining: left.secondsRoundedUp)
      return .none
    }
    state.rest = .over
    return .merge(.cancel(id: CancelID.rest), beep(.start, state))
  }
}

extension WorkoutTimer.State {
  /// Whether there is a set to rest from.
  var canRest: Bool { if case .saved = phase { options.rest > 0 } else { false } }

  var isResting: Bool { if case .resting = rest { true } else { false } }
}
