import Models
import ReducerRuntime
import TerminalUI

// Presses of keys, and taps.
extension WorkoutTimer {
  /// Handles a key or a tap.
  func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .startButtonTapped:
      return start(&state)

    case .repKeyPressed(let key):
      return press(key, &state)

    case .keyRepeated(let key):
      state.heldKeys.recordRepeat(key, at: uptime)
      return .none

    case .keyReleased(let key):
      state.heldKeys.release(key, at: uptime)
      return .none

    case .decrementRepTapped:
      guard state.isUnderWay, state.log.removeLast() != nil else { return .none }
      state.heldKeys.confirm()
      state.finalizeSkips()
      state.followRoutine()
      return checkpoint(state)

    case .skipButtonTapped:
      return skip(&state)

    case .undoSkipButtonTapped:
      return undoSkip(&state)

    case .pauseButtonTapped:
      return togglePause(&state)

    case .floorButtonTapped:
      state.isOnFloor.toggle()
      return state.isOnFloor ? .recordUse(of: .floorMode) : .none

    case .stopButtonTapped:
      return stopByKey(&state)

    case .saveButtonTapped:
      return stop(&state)

    case .leaveButtonTapped:
      return state.isUnderWay ? askToLeave(&state) : leave(&state)

    case .stayButtonTapped:
      state.closeLeaveQuestion()
      return .none

    case .discardButtonTapped:
      return discard(&state)

    case .backKeyPressed, .deleteButtonTapped, .restButtonTapped, .nextSetButtonTapped,
      .noteButtonTapped:
      return reduce(&state, afterEnd: action)
    }
  }

  /// Handles a key or a tap after the end of a workout.
  private func reduce(_ state: inout State, afterEnd action: Action.View) -> Effect<Action> {
    switch action {
    case .backKeyPressed(.enter):
      return afterQuietPeriod(&state) { leave(&$0) }

    case .backKeyPressed:
      return leave(&state)

    case .deleteButtonTapped:
      return deleteSaved(&state)

    case .restButtonTapped:
      return .merge(state.isResting ? .none : .recordUse(of: .restTimer), toggleRest(&state))

    case .nextSetButtonTapped:
      return afterQuietPeriod(&state) {
        .merge(.recordUse(of: .workoutTimer), startNextSet(&$0))
      }

    case .noteButtonTapped:
      return editNote(&state)

    default:
      return .none
    }
  }

  /// Counts a press as a rep unless it is the repeat of a held key. In a hold, a press ends it.
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
      for _ in 0..<count { state.log.removeLast() }
      state.followRoutine()
      return checkpoint(state)
    }
  }

  /// Ends a hold at this instant. In its first two seconds it asks first.
  private func endHold(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    if state.elapsedTime >= QuietPeriod.duration { return finish(&state) }
    return state.isAskingToLeave ? .none : askToLeave(&state)
  }

  /// Stops the workout for the key that also starts it: ignored just after the start.
  func stopByKey(_ state: inout State) -> Effect<Action> {
    if state.isRunning, state.isHold { return endHold(&state) }
    guard state.isRunning, state.log.isEmpty else { return stop(&state) }
    return afterQuietPeriod(&state, otherwise: .justStarted) { stop(&$0) }
  }

  /// Asks what to do before a workout is left. A hold that is then saved ends at this instant.
  func askToLeave(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTimeIfRunning(&state)
    guard state.isUnderWay else { return finished }
    state.isAskingToLeave = true
    state.holdEnd = state.isHold && state.isRunning ? state.elapsedTime : nil
    return cancelResumeCountdown(&state)
  }

  private func updateElapsedTimeIfRunning(_ state: inout State) -> Effect<Action> {
    state.isRunning ? updateElapsedTime(&state) : .none
  }

  /// Performs the action of a key that also starts or ends a workout, unless it was pressed just after that. Then a
  /// message says so as long as the key has no effect.
  func afterQuietPeriod(
    _ state: inout State, otherwise ignored: IgnoredPress = .justEnded,
    _ act: (inout State) -> Effect<Action>
  ) -> Effect<Action> {
    guard !state.acceptPress(at: uptime) else { return act(&state) }
    state.ignore(ignored)
    return .run { send in
      try await clock.sleep(for: QuietPeriod.duration)
      await send(._internal(.quietPeriodEnded))
    }
    .cancellable(id: CancelID.quietPeriod, cancelInFlight: true)
  }
}

extension WorkoutTimer.State {
  /// Whether the score is the time of a hold, without reps.
  var isHold: Bool { !challenge.scoring.countsReps }

  /// Records a press of Enter, which both starts and counts reps, so that repeats of a held key are recognized.
  mutating func recordStartKey(at instant: Duration) {
    heldKeys.recordOtherPress(.enter, at: instant)
  }

  /// Records a press, and returns whether it is late enough after the last start or stop to have an effect.
  mutating func acceptPress(at instant: Duration) -> Bool {
    quietPeriod?.acceptPress(at: instant) ?? true
  }

  /// Returns whether a press of a key that counts or stops is late enough after the end to start the next set. Does not
  /// record it.
  func canStartNextSet(at instant: Duration) -> Bool {
    var period = quietPeriod
    return period?.acceptPress(at: instant) ?? true
  }

  /// The title and message of the question before a workout is left.
  var leaveQuestion: (title: String, message: String) {
    guard let holdEnd else {
      return (
        "Leave this workout?",
        isPaused
          ? "It is paused: the clock is stopped." : "The clock keeps running while you decide."
      )
    }
    return (
      holdEnd < QuietPeriod.duration ? "End this hold already?" : "Leave this workout?",
      "If you save it, it ends at \(holdEnd.clockText)."
    )
  }
}
