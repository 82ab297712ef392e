import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures

// The clock of a workout whose reps are counted: its countdowns, ticks, pauses, cues, and the position in its routine.
extension WorkoutTimer {
  // MARK: - Countdown

  /// The maximum length of the countdown before a paused workout resumes, in whole seconds.
  static let maxResumeCountdown = 3

  /// The maximum length of an accidental pause. After such a pause, the workout resumes without a countdown.
  static let maxAccidentalPause = Duration.seconds(2)

  /// Sends a tick at each whole second before the end of a countdown, and at its end.
  func startCountdown(to end: Duration) -> Effect<Action> {
    .run { send in
      repeat {
        let remaining = end - uptime
        let next = remaining - .seconds(max(0, remaining.secondsRoundedUp - 1))
        if next > .zero { try await clock.sleep(for: next) }
        await send(._internal(.countdownTick))
      } while uptime < end
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  /// Updates the countdown from the clock. When it ends, the workout starts or resumes, even if this tick is late.
  func updateCountdown(_ state: inout State) -> Effect<Action> {
    guard let countdown = state.countdown else { return .none }
    let remaining = countdown.end - uptime
    guard remaining <= .zero else {
      state.countdown?.remaining = remaining.secondsRoundedUp
      return cue(.countdown, "\(remaining.secondsRoundedUp)", state)
    }
    return state.isPaused
      ? resume(&state, at: countdown.end) : begin(&state, at: countdown.end)
  }

  /// Cancels the countdown, if there is one. The workout doesn't start, or stays paused.
  func cancelCountdown(_ state: inout State) -> Effect<Action> {
    guard state.countdown != nil else { return .none }
    state.countdown = nil
    return .cancel(id: CancelID.countdown)
  }

  // MARK: - Clock

  func begin(_ state: inout State, at origin: Duration) -> Effect<Action> {
    state.phase = .running
    state.origin = origin
    state.quietPeriod = QuietPeriod(since: uptime)
    // A late tick of the countdown must not make the start time late.
    state.start = Start(
      id: uuid(), time: now.addingTimeInterval((origin - uptime) / .seconds(1)))
    let saved = checkpoint(state)
    let ended = updateElapsedTime(&state)
    let running = state.isRunning ? .merge(announceStart(state), startTicking()) : ended
    return .merge(.cancel(id: CancelID.countdown), saved, running)
  }

  private func startTicking() -> Effect<Action> {
    .run { send in
      await clock.tick(every: Self.tickInterval, send.prepared(._internal(.timerTick)))
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  /// Updates the time, and stores the workout once a second, because in a hold no rep triggers a checkpoint.
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
    if state.elapsedTime >= state.nextEvent, let end = state.handleEvent() {
      state.elapsedTime = end
      return self.end(&state)
    }
    guard let limit = state.timeLimit, state.elapsedTime >= limit else {
      return .none
    }
    state.elapsedTime = limit
    return end(&state)
  }

  /// Updates the elapsed time of a running workout. The time of a strength session changes only with its sets.
  func updateElapsedTimeIfRunning(_ state: inout State) -> Effect<Action> {
    state.isRunning && state.lifting == nil ? updateElapsedTime(&state) : .none
  }

  /// Ends a workout that has reached its limit, and announces the end.
  func end(_ state: inout State) -> Effect<Action> {
    let hasReps = state.challenge.hasReps
    let reps = hasReps ? "\(state.repCount.repsText) in " : ""
    let text = "\(state.challenge.name) is over: \(reps)\(state.elapsedTime.clockText)"
    let spoken = hasReps ? "done, \(state.repCount.repsText)" : "done"
    return .merge(
      cue(.end, spoken, state), cue(.say, spoken, state), .notify(text, state.options),
      finish(&state))
  }

  /// Sets the clock of a restored workout, and pauses it.
  func restoreClock(_ draft: WorkoutDraft, _ state: inout State) {
    state.log = draft.log
    // Presses that arrived together may be a few milliseconds after the stored duration.
    state.elapsedTime = max(draft.duration, draft.log.lastInstant)
    if !state.log.isPaused { state.log.append(.pause, at: state.elapsedTime) }
    state.updateCursor()
    // The pause began when the workout was last stored. Only the wall clock knows how long ago that was.
    let stored = state.elapsedTime + state.log.pauseTotal
    let sinceStart = Duration.milliseconds(
      now.millisecondsSince1970 - draft.startedAt.millisecondsSince1970)
    state.phase = .paused(Pause(start: uptime - max(.zero, sinceStart - stored)))
  }

  // MARK: - Pause

  func togglePause(_ state: inout State) -> Effect<Action> {
    if state.isResuming { return resume(&state, at: uptime) }
    if state.canResume { return startResumeCountdown(&state) }
    guard state.canCount else { return .none }
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    state.phase = .paused(Pause(start: uptime, isByKey: true))
    state.log.append(.pause, at: state.storedTime)
    state.ignoredPress = nil
    state.dueCue = nil
    return .merge(.cancel(id: CancelID.timer), checkpoint(state))
  }

  /// Starts the countdown before a paused workout resumes.
  ///
  /// The workout resumes at once if the countdown is turned off or the pause was accidental.
  func startResumeCountdown(_ state: inout State) -> Effect<Action> {
    guard let pause = state.pause else { return .none }
    let seconds = min(state.options.preparation, Self.maxResumeCountdown)
    let isAccidental = pause.isByKey && uptime - pause.start <= Self.maxAccidentalPause
    guard seconds > 0, !isAccidental else { return resume(&state, at: uptime) }
    let end = uptime + .seconds(seconds)
    state.countdown = Countdown(end: end, remaining: seconds)
    return .merge(cue(.countdown, "\(seconds)", state), startCountdown(to: end))
  }

  /// Resumes a paused workout.
  ///
  /// - Parameter instant: The time on the clock at which it resumes. It may be in the past, because ticks can be late.
  func resume(_ state: inout State, at instant: Duration) -> Effect<Action> {
    guard let pause = state.pause else { return .none }
    let cancelled = cancelCountdown(&state)
    state.phase = .running
    state.ignoredPress = nil
    state.origin = instant - state.elapsedTime
    // A workout that could not be discarded was paused without an event in the log.
    if !state.log.isPaused { state.log.append(.pause, at: state.storedTime) }
    state.log.append(.resume(after: max(.zero, instant - pause.start)), at: state.storedTime)
    let ended = updateElapsedTime(&state)
    guard state.isRunning else { return .merge(cancelled, ended) }
    let announced = pause.countdown == nil ? .none : cue(.work, "go", state)
    return .merge(cancelled, checkpoint(state), startTicking(), announced)
  }

  // MARK: - Cues

  /// Gives a cue. A command that fails is reported after the workout.
  func cue(_ cue: Cue, _ text: String, _ state: State) -> Effect<Action> {
    .cue(cue, text, state.options) { ._internal(.cueFailed($0)) }
  }

  /// Announces the start. While the person is watching, there are only cues: a notification would repeat the screen.
  private func announceStart(_ state: State) -> Effect<Action> {
    let name = state.cursor?.spokenText
    return .merge(
      cue(.work, name ?? "go", state), name.map { cue(.say, $0, state) } ?? .none,
      state.isActive ? .none : .notify("Go: \(state.challenge.name)", state.options))
  }

  /// Gives the cue that has become due since the last tick, if any.
  private func giveDueCue(_ state: inout State) -> Effect<Action> {
    guard let due = state.dueCue else { return .none }
    state.dueCue = nil
    return switch due {
    case .part: announcePart(state)
    case .time(let due): cue(due.cue, due.spokenText, state)
    }
  }

  /// Announces the current set or rest.
  func announcePart(_ state: State) -> Effect<Action> {
    guard let cursor = state.cursor else { return .none }
    let round = cursor.round.map { ", round \($0.number)" + ($0.count.map { " of \($0)" } ?? "") }
    return .merge(
      cuePart(state), .notify(RoutinePart(cursor).name + (round ?? ""), state.options))
  }

  /// Gives the cues of the current set or rest. The person is at the keyboard, so there is no notification.
  func cuePart(_ state: State) -> Effect<Action> {
    guard let cursor = state.cursor else { return .none }
    let text = cursor.spokenText
    return .merge(cue(cursor.step == nil ? .rest : .work, text, state), cue(.say, text, state))
  }

  /// Gives the cue for the latest rep, if it has one.
  func cueRep(_ state: State) -> Effect<Action> {
    guard let due = state.cueForLastRep else { return .none }
    let text = due == .half ? "half" : "\(state.cursor?.stepReps ?? state.repCount)"
    return cue(due, text, state)
  }
}

/// A cue that is due. Its text is created only when it is given.
enum DueCue: Equatable, Sendable {
  /// The clock has begun a set or a rest.
  case part
  case time(CueSpan.Due)
}

extension CueSpan.Due {
  /// The text for a command that speaks.
  var spokenText: String {
    switch cue {
    case .half: "half way"
    case .ten: "ten seconds"
    default: "\(secondsLeft)"
    }
  }
}

// MARK: - The position

// The position in the sets and rounds of a workout follows from the reps, the skips and the time, so it isn't stored.
extension WorkoutTimer.State {
  public var repCount: Int { log.reps.count - (cursor?.distanceCount ?? 0) }

  /// The number of reps at which the workout ends automatically, if any.
  var repGoal: Int? {
    if case .reps(let reps, _) = set?.session.amount { reps } else { challenge.scoring.repGoal }
  }

  /// The time of the last tick, or of a rep or skip a few milliseconds later.
  public var lastInstant: Duration {
    max(elapsedTime, log.lastInstant)
  }

  /// Whether the current set is a hold that only a key ends.
  var isInOpenHold: Bool { cursor?.isInOpenHold ?? false }

  /// Whether the key that counts reps ends the current set.
  var isSetEndedByPress: Bool { cursor?.isEndedByPress ?? false }

  /// Whether the key that skips ends the current set, because nothing else does.
  var isInOpenSet: Bool { cursor?.isInOpenSet ?? false }

  /// Advances the position to the elapsed time.
  ///
  /// - Returns: The instant at which the last set ended, if it did.
  /// - Complexity: Amortized O(1), without allocation.
  @discardableResult
  mutating func updateCursor() -> Duration? {
    defer {
      scheduleEvent()
      updateRecentReps()
    }
    guard var cursor else { return nil }
    let instant = lastInstant
    // Without this check, every call would notify the views that show the position.
    if cursor.needsAdvance(to: instant, log) {
      cursor.advance(to: instant, log)
      self.cursor = cursor
    }
    return cursor.endInstant
  }

  /// Advances the position to the elapsed time, and records the cue that is due.
  ///
  /// - Returns: The instant at which the last set ended, if it did.
  /// - Complexity: Like ``updateCursor()``.
  mutating func handleEvent() -> Duration? {
    let event = nextEvent
    let part = cursor?.stepStart
    let end = updateCursor()
    if cursor?.stepStart != part {
      if ignoredPress == .notCounted { ignoredPress = nil }
      dueCue = .part
    } else if let due = cueSpan?.cue(after: event - .milliseconds(1), through: elapsedTime) {
      dueCue = .time(due)
    }
    return end
  }

  /// Sets ``nextEvent`` to the time of the next cue or change of the position.
  mutating func scheduleEvent() {
    let never = Duration.seconds(Int64.max)
    let change = cursor.map { $0.isFinished ? .zero : $0.nextChange ?? never } ?? never
    nextEvent = min(change, cueSpan?.nextInstant(after: elapsedTime) ?? never)
  }

  /// The timed part of the workout that the next cues announce, if any.
  private var cueSpan: CueSpan? {
    if let cursor { return cursor.cueSpan }
    return timeLimit.map { CueSpan(start: .zero, end: $0) }
  }

  /// The cue for the latest rep, if it has one.
  fileprivate var cueForLastRep: Cue? {
    guard let cursor else {
      return Cue.forRep(repCount, of: repGoal, every: options.countInterval)
    }
    var goal: Int?
    if case .reps(let reps) = cursor.step?.target { goal = reps }
    return Cue.forRep(cursor.stepReps, of: goal, every: options.countInterval)
  }
}

extension Duration {
  /// The duration in whole seconds, rounded up.
  public var secondsRoundedUp: Int {
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
    return Int(seconds) + (rest > 0 ? 1 : 0)
  }

  /// The duration in whole seconds, rounded down.
  var wholeSeconds: Int { Int(attoseconds / Self.attosecondsPerSecond) }

  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000
}
