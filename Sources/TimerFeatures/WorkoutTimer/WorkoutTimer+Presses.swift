import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

// The keys that count reps, skip parts, and start or stop a workout.
extension WorkoutTimer {
  // MARK: - Reps

  /// Counts a press as a rep unless it is the repeat of a held key. If the workout is a hold, ends it instead.
  func press(_ key: Key, _ state: inout State) -> Effect<Action> {
    if state.isResuming { return pressDuringResumeCountdown(key, &state) }
    if state.isPaused { state.ignore(.paused) }
    guard state.isRunning, state.isHold || !state.isAskingToLeave else { return .none }
    switch state.heldKeys.press(key, at: uptime, gap: state.options.minGap) {
    case .counts:
      state.ignoredPress = nil
      return state.isHold ? endHold(&state) : countRep(&state)
    case .ignored(let reason, let count):
      if !state.isHold { state.ignore(IgnoredPress(reason)) }
      guard count > 0, !state.isHold else { return .none }
      for _ in 0..<count { state.log.append(.undo, at: state.elapsedTime) }
      state.updateCursor()
      return checkpoint(state)
    }
  }

  /// Counts a rep at this instant, and ends the workout if its goal is reached. If the set is a hold, ends it instead.
  private func countRep(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    if state.isInOpenHold { return skip(&state) }
    guard state.countsRepsNow else {
      // If the key turns out to be held, no rep of the previous set is removed.
      state.heldKeys.confirm()
      state.ignore(.notCounted)
      return .none
    }
    let instant = max(state.elapsedTime, state.log.earliestPress)
    if let limit = state.timeLimit, instant > limit { return .none }
    state.log.append(.press, at: instant)
    state.finalizeSkips()
    let part = state.cursor?.stepStart
    if let end = state.updateCursor() {
      state.elapsedTime = end
      return self.end(&state)
    }
    if state.cursor == nil, state.log.reps.count == state.repGoal {
      state.elapsedTime = state.log.reps.last ?? state.elapsedTime
      return end(&state)
    }
    let hasNewPart = state.cursor?.stepStart != part
    return .merge(checkpoint(state), hasNewPart ? cuePart(state) : cueRep(state))
  }

  func removeRep(_ state: inout State) -> Effect<Action> {
    guard state.canRemoveRep else { return .none }
    state.log.append(.undo, at: state.elapsedTime)
    state.heldKeys.confirm()
    state.finalizeSkips()
    state.updateCursor()
    return checkpoint(state)
  }

  /// Resumes the workout for a rep during the countdown, and counts the rep.
  private func pressDuringResumeCountdown(_ key: Key, _ state: inout State) -> Effect<Action> {
    guard
      !state.isHold,
      case .counts = state.heldKeys.press(key, at: uptime, gap: state.options.minGap)
    else { return .none }
    let resumed = resume(&state, at: uptime)
    // A press resumes a hold but doesn't end it.
    return state.isRunning && !state.isInOpenHold ? .merge(resumed, countRep(&state)) : resumed
  }

  // MARK: - The end

  /// Ends a hold at this instant. In the first two seconds, asks the person instead.
  private func endHold(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    return state.elapsedTime >= QuietPeriod.duration ? finish(&state) : askToLeave(&state)
  }

  /// Stops the workout. Just after the start, the key is ignored, because it also starts a workout.
  func stopByKey(_ state: inout State) -> Effect<Action> {
    guard state.canStop else { return .none }
    if state.isRunning, state.isHold { return endHold(&state) }
    guard state.isRunning, state.log.reps.isEmpty else { return stop(&state) }
    return afterQuietPeriod(&state, otherwise: .justStarted) { stop(&$0) }
  }

  /// Performs the action of a key that also starts or ends a workout, unless the workout has just started or ended. In
  /// that case, a message is shown until the key has an effect again.
  func afterQuietPeriod(
    _ state: inout State, otherwise ignored: IgnoredPress = .justEnded,
    _ act: (inout State) -> Effect<Action>
  ) -> Effect<Action> {
    guard state.quietPeriod?.acceptPress(at: uptime) == false else { return act(&state) }
    state.ignore(ignored)
    return .run { send in
      try await clock.sleep(for: QuietPeriod.duration)
      await send(._internal(.quietPeriodEnded))
    }
    .cancellable(id: CancelID.quietPeriod, cancelInFlight: true)
  }

  /// Cancels the timer of the message about a press that came too soon, because another state has replaced the message.
  func cancelMessage() -> Effect<Action> { .cancel(id: CancelID.quietPeriod) }

  // MARK: - Skips

  // Skipping sets, rests and rounds, and ending sets that only a key ends. The reps of a skipped part count, and
  // skipping gains no time in a timed workout.

  /// The minimum time between two presses that both skip.
  static let minSkipInterval = Duration.seconds(1)

  /// Skips to the next exercise, or in an AMRAP workout to the next round.
  func skip(_ state: inout State) -> Effect<Action> {
    guard state.canSkip else { return .none }
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    // A held key skips only once.
    let isRepeated = state.lastSkipInstant.map { uptime - $0 < Self.minSkipInterval } ?? false
    state.lastSkipInstant = uptime
    guard !isRepeated, let cursor = state.cursor else { return .none }
    return state.challenge.routine.isTimed
      ? skipTime(from: cursor, &state) : skipPart(from: cursor, &state)
  }

  /// Moves the clock to the start of the next exercise.
  private func skipTime(from cursor: RoutineCursor, _ state: inout State) -> Effect<Action> {
    var next = cursor
    repeat {
      guard let change = next.nextChange, !next.isFinished else {
        state.ignore(.lastRound)
        return .none
      }
      next.advance(to: change, state.log)
    } while next.step == nil
    guard !next.isFinished else {
      state.ignore(.lastRound)
      return .none
    }
    let time = next.stepStart - state.elapsedTime
    state.skippedParts.append(SkippedPart(cursor, time: time))
    advance(by: time, &state)
    return announcePart(state)
  }

  /// Ends the current set, rest or round at this instant, and stores the skip.
  private func skipPart(from cursor: RoutineCursor, _ state: inout State) -> Effect<Action> {
    guard state.log.append(.skip, at: state.lastInstant) else {
      state.ignore(.roundJustStarted)
      return .none
    }
    let end = state.updateCursor()
    guard end != nil || state.cursor?.stepStart != cursor.stepStart else {
      state.log.append(.undoSkip, at: state.lastInstant)
      state.updateCursor()
      state.ignore(.roundJustStarted)
      return .none
    }
    if let end {
      state.elapsedTime = end
      return self.end(&state)
    }
    state.skippedParts.append(SkippedPart(cursor, time: nil))
    state.ignoredPress = nil
    return .merge(cuePart(state), checkpoint(state))
  }

  /// Undoes the last skip if no rep was counted since.
  func undoSkip(_ state: inout State) -> Effect<Action> {
    guard state.canUndoSkip else { return .none }
    let finished = updateElapsedTime(&state)
    guard state.canUndoSkip else { return finished }
    let skipped = state.skippedParts.removeLast()
    state.lastSkipInstant = nil
    if let time = skipped.time {
      advance(by: .zero - time, &state)
      return .none
    }
    state.log.append(.undoSkip, at: state.lastInstant)
    state.ignoredPress = nil
    state.updateCursor()
    return checkpoint(state)
  }

  private func advance(by time: Duration, _ state: inout State) {
    state.origin -= time
    state.elapsedTime += time
    state.ignoredPress = nil
    state.updateCursor()
  }
}

extension WorkoutTimer.State {
  /// Records a press of Enter, which starts workouts and counts reps, so that repeats of a held key are recognized.
  mutating func recordStartKey(at instant: Duration) {
    heldKeys.recordOtherPress(.enter, at: instant)
  }

  /// Records that the terminal has lost the focus. Keys released from now on aren't reported, so their state is reset.
  mutating func resignActive() {
    isActive = false
    heldKeys = HeldKeyFilter()
  }

  mutating func ignore(_ press: IgnoredPress) {
    if ignoredPress != press { ignoredPress = press }
  }

  /// Whether the last press was ignored because it came just after the start or the end.
  package var isQuiet: Bool { ignoredPress == .justStarted || ignoredPress == .justEnded }

  /// Whether there is a message about the last press or skip.
  var hasMessage: Bool { ignoredPress != nil || skipMessage != nil }

  /// The effect of the last skip on the score, as long as it can be undone.
  var skipMessage: String? { isRunning && canUndoSkip ? skippedParts.last?.sentence : nil }

  /// Whether the last skip ended a set that only a key ends.
  var hasEndedOpenSet: Bool { skippedParts.last?.isOpenSet == true }

  /// The time of skips that can still be undone. It isn't stored, because a stored workout never gets shorter.
  var undoableSkipTime: Duration {
    guard skippedParts.last?.isFinal == false else { return .zero }
    return skippedParts.reduce(.zero) { $1.isFinal ? $0 : $0 + ($1.time ?? .zero) }
  }

  /// The number of skipped parts of a timed workout; 0 in other workouts, whose list of rounds includes skips.
  var skippedIntervalCount: Int { challenge.routine.isTimed ? skippedParts.count : 0 }

  /// Makes all skips final, so that they can't be undone.
  mutating func finalizeSkips() {
    guard skippedParts.last?.isFinal == false else { return }
    for index in skippedParts.indices { skippedParts[index].isFinal = true }
  }
}

/// A set, a rest or a round that was skipped.
struct SkippedPart: Equatable, Sendable {
  /// `Round 2`, or the name of the exercise.
  let name: String
  /// The reps that were completed in it. They count.
  let reps: Int
  /// The time by which the clock was moved; `nil` if the skip is stored instead.
  let time: Duration?
  /// Whether it is a set that only a key ends, so that the key completed the set instead of skipping it.
  let isOpenSet: Bool
  /// Whether a rep was counted or removed since, so that the skip can't be undone.
  var isFinal = false

  init(_ cursor: RoutineCursor, time: Duration?) {
    self.time = time
    isOpenSet = cursor.isInOpenSet
    if isOpenSet {
      (name, reps) = (RoutinePart(cursor).setName, cursor.stepReps)
    } else if let round = cursor.round,
      time == nil ? round.count == nil : !cursor.hasSeveralExercises
    {
      name = "Round \(round.number)"
      reps = round.reps
    } else {
      name = RoutinePart(cursor).name
      reps = cursor.stepReps
    }
  }

  /// The effect on the score, short enough for a narrow terminal.
  var sentence: String {
    if isOpenSet { return "\(name) ended" + (reps > 0 ? ", \(reps.repsText)" : "") }
    return switch reps {
    case 0: "\(name) skipped without a rep"
    case 1: "\(name) skipped, its rep counts"
    default: "\(name) skipped, its \(reps) reps count"
    }
  }
}

/// The reason why a press did nothing.
enum IgnoredPress: Equatable, Sendable {
  /// It was too soon after another press to be a rep.
  case tooSoon
  /// The key is held.
  case held
  /// The key that stops the workout has just started it.
  case justStarted
  /// The key has just counted a rep or stopped the workout.
  case justEnded
  /// The workout is paused.
  case paused
  /// The current part is a rest, or a timed set in a workout for time.
  case notCounted
  /// There is no next round to skip to.
  case lastRound
  /// No rep of this round has been done, so there is nothing to skip.
  case roundJustStarted

  init(_ reason: PressFilter.Reason) {
    self = reason == .held ? .held : .tooSoon
  }

  /// Returns the message about the press, short enough for a narrow terminal.
  func sentence(gap: Duration, key: KeyNames) -> String {
    switch self {
    case .tooSoon: "Within \(gap.wholeMilliseconds) ms, two presses count once"
    case .held: "A held key counts once"
    case .justStarted: "Just started: you can stop in 2 s"
    case .justEnded: "Just ended: wait 2 s for the next key"
    case .paused: "Paused: press \(key("p", "pause")) to resume"
    case .notCounted: "This part counts no reps"
    case .lastRound: "This is the last round"
    case .roundJustStarted: "This round has only just begun"
    }
  }
}

/// A filter for presses of the keys that count reps, with a ``PressFilter`` for each key.
struct HeldKeyFilter: Equatable, Sendable {
  private var filters: [Key: PressFilter] = [:]

  /// Returns whether a press counts, like ``PressFilter/press(at:gap:)``.
  mutating func press(_ key: Key, at instant: Duration, gap: Duration) -> PressFilter.Verdict {
    filters[key, default: PressFilter()].press(at: instant, gap: gap)
  }

  /// Records a press that did something other than count a rep.
  mutating func recordOtherPress(_ key: Key, at instant: Duration) {
    filters[key, default: PressFilter()].recordOtherPress(at: instant)
  }

  /// Records that the key was released, so that its next event is a press and not a repeat.
  mutating func release(_ key: Key, at instant: Duration) {
    guard filters[key]?.isPressed == true else {
      // If Shift was released first, the release reports "a", but the press was "A". So the release may be of any key.
      for key in filters.keys { filters[key]?.releaseUnknownKey() }
      return
    }
    filters[key]?.release(at: instant)
  }

  /// Records that the terminal has reported the next press as a repeat of a held key.
  mutating func recordRepeat(_ key: Key, at instant: Duration) {
    filters[key, default: PressFilter()].recordRepeat(at: instant)
  }

  /// Confirms all presses that have counted so far, so that no later event removes their reps.
  mutating func confirm() {
    for key in filters.keys { filters[key]?.confirm() }
  }
}
