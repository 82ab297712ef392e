import Clients
import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Ends a workout and saves it, or tries again if saving failed.
  func stop(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .running:
      let finished = updateElapsedTime(&state)
      guard state.isRunning else { return finished }
      state.elapsedTime = state.holdEnd ?? state.elapsedTime
      return finish(&state)
    case .paused, .notSaved:
      return finish(&state)
    case .idle, .preparing, .saving, .discarding, .saved:
      return .none
    }
  }

  func finish(_ state: inout State) -> Effect<Action> {
    // Presses that arrived together may have put the last rep a few milliseconds after the last tick.
    state.elapsedTime = state.lastInstant
    state.finalizeSkips()
    guard let draft = state.draft else { return .none }
    let resumption = cancelResumeCountdown(&state)
    state.phase = .saving
    state.errorSheet = nil
    state.closeLeaveQuestion()
    state.ignoredPress = nil
    state.quietPeriod = QuietPeriod(since: uptime)
    return .merge(
      .cancel(id: CancelID.timer), .cancel(id: CancelID.quietPeriod), resumption,
      .save(draft, of: state.challenge, id: CancelID.saving) { ._internal(.finishResponse($0)) })
  }

  /// Discards the running or paused workout and its stored reps.
  func discard(_ state: inout State) -> Effect<Action> {
    guard state.isUnderWay, let id = state.id else { return .none }
    state.phase = .discarding
    state.closeLeaveQuestion()
    return .merge(
      .cancel(id: CancelID.timer), cancelResumeCountdown(&state),
      .run { send in
        await send(
          ._internal(
            .discardResponse(
              outcome {
                try await workouts.discard(id: id)
                return id
              })))
      })
  }

  /// Deletes a saved workout that has no score. The history can restore it.
  func deleteSaved(_ state: inout State) -> Effect<Action> {
    guard state.isUnscored, case .saved(let saved) = state.phase, !state.isSaving else {
      return .none
    }
    state.isDeleting = true
    let id = saved.workout.id
    return .run { send in
      let response = await outcome {
        // Another program may have deleted it already.
        do { _ = try await workouts.delete(id: id) } catch let conflict as EditConflict<Workout> {
          if conflict.current != nil { throw conflict }
        }
        return id
      }
      await send(._internal(.deleteResponse(response)))
    }
  }

  func reduce(
    _ state: inout State, deleteResponse response: Result<Workout.ID, Failure>
  ) -> Effect<Action> {
    state.isDeleting = false
    switch response {
    case .success:
      return .send(.delegate(.deleted))
    case .failure(let failure):
      state.errorSheet = ErrorHandling.State(
        failure, dataStatus: "The workout is in your history.", canRetry: true)
      return .none
    }
  }

  /// Leaves a workout that is over or hasn't started.
  func leave(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .running, .paused, .saving, .discarding:
      return .none
    case .preparing:
      return .merge(cancelCountdown(&state), .send(.delegate(.closed)))
    case .notSaved:
      state.isLeavingUnsaved = true
      return finish(&state)
    case .idle, .saved:
      return .send(.delegate(.closed))
    }
  }

  /// Saves a checkpoint of the workout, so that nothing is lost if the program is killed.
  func checkpoint(_ state: State) -> Effect<Action> {
    guard let draft = state.draft else { return .none }
    let hadFailed = state.failure != nil
    return .run { send in
      try await workouts.checkpoint(draft: draft)
      if hadFailed { await send(._internal(.checkpointSucceeded)) }
    } catch: { error, send in
      // The reps stay in memory, and the next draft contains them too.
      await send(._internal(.checkpointFailed(Failure(error))))
    }
  }
}

extension WorkoutTimer.State {
  mutating func closeLeaveQuestion() {
    isAskingToLeave = false
    holdEnd = nil
  }

  /// Whether the workout is saved and there was nothing to score.
  var isUnscored: Bool {
    guard case .saved(let saved) = phase else { return false }
    return saved.score == nil && saved.impossibilityReason == nil
  }

  /// The workout in the form that is stored, once it has started.
  var draft: WorkoutDraft? {
    guard let id, let startTime else { return nil }
    return WorkoutDraft(
      id: id, challenge: challenge.id, startedAt: startTime, utcOffset: utcOffset,
      duration: elapsedTime - undoableSkipTime,
      log: log, skips: skips, pauses: pauses,
      purpose: purpose?.draftPurpose, ghost: ghost, isPaused: phase == .paused,
      provenance: wasPaused ? .paused : [])
  }
}

extension WorkoutTimer {
  /// Shows that a workout could not be saved.
  ///
  /// If the person has left the workout and a file contains it, the screen closes instead.
  func showUnsaved(_ unsaved: UnsavedWorkout, _ state: inout State) -> Effect<Action> {
    let isFirstFailure = state.isSaving
    state.phase = .notSaved(unsaved)
    let isLeaving = state.isLeavingUnsaved && unsaved.isInFile
    state.isLeavingUnsaved = false
    if isLeaving {
      return .merge(.cancel(id: CancelID.saving), .send(.delegate(.leftUnsaved(unsaved))))
    }
    if isFirstFailure {
      state.errorSheet = ErrorHandling.State(
        unsaved.failure,
        dataStatus: unsaved.isInFile
          ? "Every rep is still in memory, and in a file of its own."
          : "Every rep is still in memory, but in no file.",
        canRetry: true)
    }
    return .none
  }
}
