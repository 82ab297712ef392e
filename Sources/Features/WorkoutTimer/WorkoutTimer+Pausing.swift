import Clients
import Models
import ReducerRuntime
import TerminalUI

/// A pause, and the count-down after it.
extension WorkoutTimer {
  /// The longest count-down before a paused workout goes on, in whole seconds.
  static let maxResumeCountdown = 3

  /// The longest pause that is taken for a mistake, and after which the workout goes on at once.
  static let maxAccidentalPause = Duration.seconds(2)

  func togglePause(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .running:
      let finished = updateElapsedTime(&state)
      guard state.isRunning else { return finished }
      state.phase = .paused
      state.ignoredPress = nil
      state.pauseInstant = uptime
      return .merge(.cancel(id: CancelID.timer), store(state))
    case .paused:
      return state.isResuming ? resume(&state, at: uptime) : startResumeCountdown(&state)
    case .idle, .preparing, .saving, .discarding, .saved, .notSaved:
      return .none
    }
  }

  /// Begins the count-down before a paused workout goes on; it goes on at once where the person wants none, or where the
  /// pause has only just begun.
  func startResumeCountdown(_ state: inout State) -> Effect<Action> {
    let seconds = min(state.options.preparation, Self.maxResumeCountdown)
    let isAccidental = state.pauseInstant.map { uptime - $0 <= Self.maxAccidentalPause } ?? false
    guard seconds > 0, !isAccidental else { return resume(&state, at: uptime) }
    state.resumeCountdown = ResumeCountdown(end: uptime + .seconds(seconds), remaining: seconds)
    return .merge(beep(.countdown, state), startCountdown())
  }

  /// Lets a paused workout go on.
  ///
  /// - Parameter instant: When it goes on, on the clock; the tick that brings the news may be late.
  func resume(_ state: inout State, at instant: Duration) -> Effect<Action> {
    let wasResuming = state.isResuming
    state.phase = .running
    state.ignoredPress = nil
    state.origin = instant - state.elapsedTime
    state.pauseInstant = nil
    let cancelled = cancelResumeCountdown(&state)
    let ended = updateElapsedTime(&state)
    guard state.isRunning else { return .merge(cancelled, ended) }
    return .merge(
      cancelled, store(state), startTicking(), wasResuming ? beep(.start, state) : .none)
  }

  /// Asks the clock how much of the count-down is left.
  func updateResumeCountdown(_ countdown: ResumeCountdown, _ state: inout State) -> Effect<Action> {
    let remaining = countdown.end - uptime
    guard remaining <= .zero else {
      state.resumeCountdown?.remaining = remaining.secondsRoundedUp
      return beep(.countdown, state)
    }
    return resume(&state, at: countdown.end)
  }

  /// Takes the count-down back: the workout stays paused, or ends.
  func cancelResumeCountdown(_ state: inout State) -> Effect<Action> {
    guard state.isResuming else { return .none }
    state.resumeCountdown = nil
    return .cancel(id: CancelID.countdown)
  }

  /// Lets the workout go on for a rep that is done before the count-down has ended, and counts it.
  func pressDuringResumeCountdown(_ key: Key, _ state: inout State) -> Effect<Action> {
    guard
      !state.isHold,
      case .counts = state.heldKeys.press(key, at: uptime, gap: state.options.minGap)
    else { return .none }
    let resumed = resume(&state, at: uptime)
    return state.isRunning ? .merge(resumed, countRep(&state)) : resumed
  }
}

/// The count-down before a paused workout goes on.
public struct ResumeCountdown: Equatable, Sendable {
  /// The time on the clock at which it goes on.
  let end: Duration
  var remaining: Int
}

extension WorkoutTimer.State {
  /// Whether a paused workout is about to go on.
  var isResuming: Bool { resumeCountdown != nil }
}
