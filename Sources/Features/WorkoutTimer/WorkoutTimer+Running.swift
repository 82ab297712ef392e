import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

extension WorkoutTimer {
  /// Starts the countdown, or the workout if there is no countdown or it is running already.
  func start(_ state: inout State) -> Effect<Action> {
    state.recordStartKey(at: uptime)
    // A rest that is still running ends.
    let endOfRest = state.rest == nil ? .none : Effect<Action>.send(.delegate(.rest(.end)))
    switch state.phase {
    case .idle where state.options.preparation > 0:
      let start = uptime + .seconds(state.options.preparation)
      state.phase = .preparing(start: start, remaining: state.options.preparation)
      return .merge(
        endOfRest, cue(.countdown, "\(state.options.preparation)", state), startCountdown())
    case .idle, .preparing:
      return .merge(endOfRest, begin(&state, at: uptime))
    case .running, .paused, .saving, .discarding, .saved, .notSaved:
      return .none
    }
  }

  func startCountdown() -> Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: .seconds(1)) {
        await send(._internal(.countdownTick))
      }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  /// Cancels the countdown when the app goes to the background.
  func cancelCountdown(_ state: inout State) -> Effect<Action> {
    guard case .preparing = state.phase else { return cancelResumeCountdown(&state) }
    state.phase = .idle
    return .cancel(id: CancelID.countdown)
  }

  func updateCountdown(_ state: inout State) -> Effect<Action> {
    if let countdown = state.resumeCountdown { return updateResumeCountdown(countdown, &state) }
    guard case .preparing(let start, _) = state.phase else { return .none }
    let remaining = start - uptime
    guard remaining <= .zero else {
      state.phase = .preparing(start: start, remaining: remaining.secondsRoundedUp)
      return cue(.countdown, "\(remaining.secondsRoundedUp)", state)
    }
    // The workout starts at the announced time even if this tick is late.
    return begin(&state, at: start)
  }

  private func begin(_ state: inout State, at origin: Duration) -> Effect<Action> {
    state.phase = .running
    state.origin = origin
    state.quietPeriod = QuietPeriod(since: uptime)
    // A late tick of the countdown must not make the start time late.
    state.startTime = now.addingTimeInterval((origin - uptime) / .seconds(1))
    state.id = uuid()
    let saved = checkpoint(state)
    let ended = updateElapsedTime(&state)
    let running = state.isRunning ? .merge(announceStart(state), startTicking()) : ended
    return .merge(.cancel(id: CancelID.countdown), saved, running)
  }

  /// Announces the start, only by cues while the person is watching: a notification would repeat what they see.
  private func announceStart(_ state: State) -> Effect<Action> {
    let name = state.cursor?.spokenText
    return .merge(
      cue(.work, name ?? "go", state), name.map { cue(.say, $0, state) } ?? .none,
      state.isActive ? .none : .notify("Go: \(state.challenge.name)", state.options))
  }

  func startTicking() -> Effect<Action> {
    .run { send in
      await clock.tick(every: Self.tickInterval, send.prepared(._internal(.timerTick)))
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  /// Updates the time, and stores the workout once a second, because in a hold no rep stores it.
  func tick(_ state: inout State) -> Effect<Action> {
    let before = state.elapsedTime
    let ended = updateElapsedTime(&state)
    guard state.isRunning else { return ended }
    let announced = giveDueCue(&state)
    guard state.elapsedTime.wholeSeconds > before.wholeSeconds else { return announced }
    return .merge(checkpoint(state), announced)
  }

  /// Updates the elapsed time from the clock, and ends the workout at its time limit or after its last set.
  func updateElapsedTime(_ state: inout State) -> Effect<Action> {
    state.elapsedTime = max(.zero, uptime - state.origin)
    if state.elapsedTime >= state.nextEvent, let end = state.passEvent() {
      state.elapsedTime = end
      return self.end(&state)
    }
    guard let limit = state.timeLimit, state.elapsedTime >= limit else {
      return .none
    }
    state.elapsedTime = limit
    return end(&state)
  }

  /// Ends a workout that has reached its limit, and announces that.
  func end(_ state: inout State) -> Effect<Action> {
    let hasReps = state.challenge.hasReps
    let reps = hasReps ? "\(state.repCount.repsText) in " : ""
    let text = "\(state.challenge.name) is over: \(reps)\(state.elapsedTime.clockText)"
    let spoken = hasReps ? "done, \(state.repCount.repsText)" : "done"
    return .merge(
      cue(.end, spoken, state), cue(.say, spoken, state), .notify(text, state.options),
      finish(&state))
  }

  /// Counts a rep at this instant, and ends the workout if its goal is reached. Ends a set that is a hold instead.
  func countRep(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    if state.isInOpenHold { return skip(&state) }
    guard state.countsRepsNow else {
      // If the key turns out to be held, no rep of the set before is removed.
      state.heldKeys.confirm()
      state.ignore(.notCounted)
      return .none
    }
    // Two presses can arrive in one read. Both are reps, and instants must increase. A rep after a skip belongs to the
    // next round.
    let earliest = max(state.log.last ?? .zero, state.skips.last ?? .zero) + .milliseconds(1)
    let instant = max(state.elapsedTime, earliest)
    if let limit = state.timeLimit, instant > limit { return .none }
    state.log.append(instant)
    state.finalizeSkips()
    let part = state.cursor?.stepStart
    if let end = state.followRoutine() {
      state.elapsedTime = end
      return self.end(&state)
    }
    if state.cursor == nil, state.log.count == state.repGoal {
      state.elapsedTime = state.log.last ?? state.elapsedTime
      return end(&state)
    }
    let hasNewPart = state.cursor?.stepStart != part
    return .merge(checkpoint(state), hasNewPart ? cuePart(state) : cueRep(state))
  }
}

extension Duration {
  /// The duration in whole seconds, rounded up.
  var secondsRoundedUp: Int {
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
    return Int(seconds) + (rest > 0 ? 1 : 0)
  }

  /// The duration in whole seconds, rounded down.
  var wholeSeconds: Int { Int(attoseconds / Self.attosecondsPerSecond) }

  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000
}

extension WorkoutTimer.State {
  /// Records that the terminal has lost the focus. Keys released from now on aren't reported, so their state is reset.
  mutating func resignActive() {
    isActive = false
    heldKeys = HeldKeyFilter()
  }
}
