import Clients
import Models
import ReducerRuntime
import TerminalUI

// Pausing, and the countdown before a paused workout resumes.
extension WorkoutTimer {
  /// The maximum length of the countdown before a paused workout resumes, in whole seconds.
  static let maxResumeCountdown = 3

  /// The maximum length of a pause that counts as accidental, after which the workout resumes without a countdown.
  static let maxAccidentalPause = Duration.seconds(2)

  func togglePause(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .running:
      let finished = updateElapsedTime(&state)
      guard state.isRunning else { return finished }
      state.phase = .paused
      state.ignoredPress = nil
      state.dueCue = nil
      state.pauseInstant = uptime
      state.pauseStart = uptime
      return .merge(
        .cancel(id: CancelID.timer), .cancel(id: CancelID.quietPeriod), checkpoint(state))
    case .paused:
      return state.isResuming ? resume(&state, at: uptime) : startResumeCountdown(&state)
    case .idle, .preparing, .saving, .discarding, .saved, .notSaved:
      return .none
    }
  }

  /// Starts the countdown before a paused workout resumes.
  ///
  /// The workout resumes at once if the countdown is turned off or the pause was accidental.
  func startResumeCountdown(_ state: inout State) -> Effect<Action> {
    let seconds = min(state.options.preparation, Self.maxResumeCountdown)
    let isAccidental = state.pauseInstant.map { uptime - $0 <= Self.maxAccidentalPause } ?? false
    guard seconds > 0, !isAccidental else { return resume(&state, at: uptime) }
    state.resumeCountdown = ResumeCountdown(end: uptime + .seconds(seconds), remaining: seconds)
    return .merge(cue(.countdown, "\(seconds)", state), startCountdown())
  }

  /// Resumes a paused workout.
  ///
  /// - Parameter instant: The time on the clock at which it resumes. It may be in the past, because ticks can be late.
  func resume(_ state: inout State, at instant: Duration) -> Effect<Action> {
    let wasResuming = state.isResuming
    state.phase = .running
    state.ignoredPress = nil
    state.origin = instant - state.elapsedTime
    state.pauseInstant = nil
    state.wasPaused = true
    if let start = state.pauseStart {
      state.pauses.append(at: state.elapsedTime, for: instant - start)
    }
    state.pauseStart = nil
    let cancelled = cancelResumeCountdown(&state)
    let ended = updateElapsedTime(&state)
    guard state.isRunning else { return .merge(cancelled, ended) }
    return .merge(
      cancelled, checkpoint(state), startTicking(), wasResuming ? cue(.work, "go", state) : .none)
  }

  /// Updates the countdown from the clock, and resumes the workout at its end.
  func updateResumeCountdown(_ countdown: ResumeCountdown, _ state: inout State) -> Effect<Action> {
    let remaining = countdown.end - uptime
    guard remaining <= .zero else {
      state.resumeCountdown?.remaining = remaining.secondsRoundedUp
      return cue(.countdown, "\(remaining.secondsRoundedUp)", state)
    }
    return resume(&state, at: countdown.end)
  }

  /// Cancels the countdown. The workout stays paused, or ends.
  func cancelResumeCountdown(_ state: inout State) -> Effect<Action> {
    guard state.isResuming else { return .none }
    state.resumeCountdown = nil
    return .cancel(id: CancelID.countdown)
  }

  /// Resumes the workout for a rep during the countdown, and counts the rep.
  func pressDuringResumeCountdown(_ key: Key, _ state: inout State) -> Effect<Action> {
    guard
      !state.isHold,
      case .counts = state.heldKeys.press(key, at: uptime, gap: state.options.minGap)
    else { return .none }
    let resumed = resume(&state, at: uptime)
    // A hold continues.
    return state.isRunning && !state.isInOpenHold ? .merge(resumed, countRep(&state)) : resumed
  }
}

/// A countdown before a paused workout resumes.
public struct ResumeCountdown: Equatable, Sendable {
  /// The time on the clock at which the workout resumes.
  let end: Duration
  var remaining: Int
}

extension WorkoutTimer.State {
  /// Whether the countdown before a paused workout resumes is running.
  var isResuming: Bool { resumeCountdown != nil }
}
