import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

extension WorkoutTimer {
  /// Begins with the count-down, or at once where there is none or it is being counted already.
  func start(_ state: inout State) -> Effect<Action> {
    state.recordStartKey(at: uptime)
    // What is left of a rest is skipped.
    let endOfRest = state.rest == nil ? .none : Effect<Action>.send(.delegate(.rest(.end)))
    switch state.phase {
    case .idle where state.options.preparation > 0:
      let start = uptime + .seconds(state.options.preparation)
      state.phase = .preparing(start: start, remaining: state.options.preparation)
      return .merge(endOfRest, beep(.countdown, state), startCountdown())
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
      return beep(.countdown, state)
    }
    // From the moment that was announced, however late the tick that brings the news.
    return begin(&state, at: start)
  }

  private func begin(_ state: inout State, at origin: Duration) -> Effect<Action> {
    state.phase = .running
    state.origin = origin
    state.quietPeriod = QuietPeriod(since: uptime)
    // The two clocks at one moment: the wall clock must not be late by what the count-down's tick was.
    state.startTime = now.addingTimeInterval((origin - uptime) / .seconds(1))
    state.id = uuid()
    let stored = store(state)
    let ended = updateElapsedTime(&state)
    let running = state.isRunning ? .merge(announceStart(state), startTicking()) : ended
    return .merge(.cancel(id: CancelID.countdown), stored, running)
  }

  /// Announces the start: by a beep alone while the person is watching, as a note would repeat what they see.
  private func announceStart(_ state: State) -> Effect<Action> {
    state.isActive
      ? beep(.start, state) : announce(.start, "Go: \(state.challenge.name)", state)
  }

  func startTicking() -> Effect<Action> {
    .run { send in
      await clock.tick(every: Self.tickInterval, send.prepared(._internal(.timerTick)))
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  /// Asks the clock, and stores the workout once a second: a hold has no reps to be stored with.
  func tick(_ state: inout State) -> Effect<Action> {
    let before = state.elapsedTime
    let ended = updateElapsedTime(&state)
    guard
      state.isRunning, state.elapsedTime.wholeSeconds > before.wholeSeconds
    else { return ended }
    if state.ignoredPress == .justStarted, state.elapsedTime >= QuietPeriod.duration {
      state.ignoredPress = nil
    }
    // Rounds change on whole seconds.
    return .merge(store(state), announceRoundChange(since: before, state))
  }

  /// Takes the elapsed time from the clock, and ends a workout whose time is up.
  func updateElapsedTime(_ state: inout State) -> Effect<Action> {
    state.elapsedTime = max(.zero, uptime - state.origin)
    guard let limit = state.timeLimit, state.elapsedTime >= limit else {
      return .none
    }
    state.elapsedTime = limit
    return end(&state)
  }

  /// Ends a workout that is over by itself, and lets it be heard.
  private func end(_ state: inout State) -> Effect<Action> {
    let reps = state.isHold ? "" : "\(state.repCount.repsText) in "
    let text = "\(state.challenge.name) is over: \(reps)\(state.elapsedTime.clockText)"
    return .merge(announce(.end, text, state), finish(&state))
  }

  /// Counts a rep at this moment, and ends a workout that it was the last of.
  func countRep(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    // Two presses can arrive together, in one read; each was a rep, and a log's instants rise. A rep after a skip is
    // one of the next round.
    let earliest = max(state.log.last ?? .zero, state.skips.last ?? .zero) + .milliseconds(1)
    let instant = max(state.elapsedTime, earliest)
    if let limit = state.timeLimit, instant > limit { return .none }
    state.log.append(instant)
    state.finalizeSkips()
    if state.log.count == state.repGoal {
      state.elapsedTime = state.log.last ?? state.elapsedTime
      return end(&state)
    }
    return store(state)
  }
}

extension Duration {
  /// Whole seconds, what is left of one counted as one.
  var secondsRoundedUp: Int {
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
    return Int(seconds) + (rest > 0 ? 1 : 0)
  }

  /// Whole seconds, the rest cut off.
  var wholeSeconds: Int { Int(attoseconds / Self.attosecondsPerSecond) }

  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000
}

extension WorkoutTimer {
  /// Lets it be heard that work or rest has begun since `before`.
  func announceRoundChange(since before: Duration, _ state: State) -> Effect<Action> {
    guard let plan = state.challenge.intervals else { return .none }
    let (then, now) = (plan.position(at: before), plan.position(at: state.elapsedTime))
    guard (then.round, then.isWork) != (now.round, now.isWork) else { return .none }
    return announce(
      now.isWork ? .start : .rest,
      "\(now.isWork ? "Work" : "Rest"), round \(now.round) of \(plan.rounds)", state)
  }
}

extension WorkoutTimer {
  /// Makes a sound, for a person who wants any.
  func beep(_ beep: Beep, _ state: State) -> Effect<Action> { .beep(beep, state.options) }

  /// Lets a new phase be heard, and has the desktop say it, each for a person who wants that.
  func announce(_ beep: Beep, _ text: String, _ state: State) -> Effect<Action> {
    .announce(beep, text, state.options)
  }
}

extension WorkoutTimer.State {
  /// The program loses the person's eyes, and with them the keys: what goes up now goes up unheard.
  mutating func resignActive() {
    isActive = false
    heldKeys = HeldKeyFilter()
  }
}
