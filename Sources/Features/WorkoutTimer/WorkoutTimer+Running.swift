import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Begins with the count-down, or at once where there is none or it is being counted already.
  func start(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .idle where state.preparation > 0:
      let start = clock.uptime + .seconds(state.preparation)
      state.phase = .preparing(start: start, remaining: state.preparation)
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.countdownTick) }
      }
      .cancellable(id: CancelID.countdown, cancelInFlight: true)
    case .idle, .preparing:
      return begin(&state, at: clock.uptime)
    case .running, .paused, .saving, .saved, .notSaved:
      return .none
    }
  }

  func countDown(_ state: inout State) -> Effect<Action> {
    guard case .preparing(let start, _) = state.phase else { return .none }
    let left = start - clock.uptime
    guard left <= .zero else {
      state.phase = .preparing(start: start, remaining: left.secondsRoundedUp)
      return .none
    }
    // From the moment that was announced, however late the tick that brings the news.
    return begin(&state, at: start)
  }

  private func begin(_ state: inout State, at origin: Duration) -> Effect<Action> {
    state.phase = .running
    state.origin = origin
    state.startTime = now
    state.id = uuid()
    return .merge(
      .cancel(id: CancelID.countdown),
      measure(&state),
      storing(state) { try await workouts.begin(draft: $0) },
      tick())
  }

  private func tick() -> Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: Self.tickInterval) { await send(.timerTick) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  /// Takes the elapsed time from the clock, and ends a workout whose time is up.
  func measure(_ state: inout State) -> Effect<Action> {
    state.elapsedTime = max(.zero, clock.uptime - state.origin)
    guard let limit = state.challenge.scoring.timeLimit, state.elapsedTime >= limit else {
      return .none
    }
    state.elapsedTime = limit
    return finish(&state)
  }

  /// Counts a rep at this moment, and ends a workout that it was the last of.
  func countRep(_ state: inout State) -> Effect<Action> {
    guard state.challenge.scoring.countsReps else { return .none }
    let finished = measure(&state)
    guard state.isRunning else { return finished }
    // Two presses can arrive together, in one read; each was a rep, and a log's instants rise.
    let earliest = (state.log.last ?? .zero) + .milliseconds(1)
    state.log.append(max(state.elapsedTime, earliest))
    if state.log.count == state.challenge.scoring.repGoal {
      state.elapsedTime = state.log.last ?? state.elapsedTime
      return finish(&state)
    }
    return store(state)
  }

  func togglePause(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .running:
      let finished = measure(&state)
      guard state.isRunning else { return finished }
      state.phase = .paused
      return .merge(.cancel(id: CancelID.timer), store(state))
    case .paused:
      state.phase = .running
      state.origin = clock.uptime - state.elapsedTime
      return tick()
    case .idle, .preparing, .saving, .saved, .notSaved:
      return .none
    }
  }
}

extension Duration {
  /// Whole seconds, what is left of one counted as one.
  var secondsRoundedUp: Int {
    Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
  }
}
