import Clients
import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Ends a workout and saves it; tries again where saving failed.
  func stop(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .running:
      let finished = measure(&state)
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
    // Presses that arrived together may have put the last rep a little past the last look at the clock.
    state.elapsedTime = state.lastInstant
    state.settleSkips()
    guard let draft = state.draft else { return .none }
    let resumption = stopResuming(&state)
    state.phase = .saving
    state.errorSheet = nil
    state.closeQuestion()
    state.ignoredPress = nil
    state.quietPeriod = QuietPeriod(since: uptime)
    return .merge(
      .cancel(id: CancelID.timer), resumption, save(draft, named: state.challenge.name))
  }

  /// Gives a workout up: nothing of it is kept.
  func discard(_ state: inout State) -> Effect<Action> {
    guard state.isUnderWay, let id = state.id else { return .none }
    state.phase = .discarding
    state.closeQuestion()
    return .merge(
      .cancel(id: CancelID.timer), stopResuming(&state),
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

  /// Deletes a saved workout that has no score; the history can bring it back.
  func deleteSaved(_ state: inout State) -> Effect<Action> {
    guard state.isWithoutScore, case .saved(let saved) = state.phase, !state.isSaving else {
      return .none
    }
    state.isDeleting = true
    let id = saved.workout.id
    return .run { send in
      let response = await outcome {
        try await workouts.delete(id: id)
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

  /// Leaves a workout that is over or has not begun.
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

  /// Puts what there is so far on disk, so that a killed program loses none of it.
  func store(_ state: State) -> Effect<Action> {
    guard let draft = state.draft else { return .none }
    let hadFailed = state.failure != nil
    return .run { send in
      try await workouts.checkpoint(draft: draft)
      if hadFailed { await send(._internal(.storingSucceeded)) }
    } catch: { error, send in
      // The reps stay in memory, and each later draft carries them too.
      await send(._internal(.storingFailed(Failure(error))))
    }
  }
}

extension WorkoutTimer.State {
  mutating func closeQuestion() {
    isAskingToLeave = false
    holdEnd = nil
  }

  /// Whether it is saved, and there was nothing to score.
  var isWithoutScore: Bool {
    guard case .saved(let saved) = phase else { return false }
    return saved.score == nil && saved.impossibilityReason == nil
  }

  /// The workout as it is to be kept, once it has begun.
  var draft: WorkoutDraft? {
    guard let id, let startTime else { return nil }
    return WorkoutDraft(
      id: id, challenge: challenge.id, startedAt: startTime, duration: elapsedTime - revocableTime,
      log: log, skips: skips,
      purpose: purpose?.kept, ghost: ghost, isPaused: phase == .paused)
  }
}

extension WorkoutTimer {
  /// Saves a workout, and tries again until it is saved or the effect is cancelled. Meanwhile it is in a file of its own.
  func save(_ draft: WorkoutDraft, named challenge: String) -> Effect<Action> {
    .run { send in
      let response = await saving(draft, named: challenge)
      await send(._internal(.finishResponse(response)))
      guard case .failure(var unsaved) = response else { return }
      for await _ in clock.timer(interval: Self.savingInterval) {
        let file = unsaved.isInFile ? unsaved.file : nil
        let response = await saving(draft, named: challenge, in: file)
        await send(._internal(.finishResponse(response)))
        guard case .failure(let again) = response else { return }
        unsaved = again
      }
    }
    .cancellable(id: CancelID.saving, cancelInFlight: true)
  }

  /// - Parameter file: The file that has the workout already, if any.
  private nonisolated(nonsending) func saving(
    _ draft: WorkoutDraft, named challenge: String, in file: Result<String, Failure>? = nil
  ) async -> Result<SavedWorkout, UnsavedWorkout> {
    do {
      return .success(try await workouts.finish(draft: draft))
    } catch {
      let kept: Result<String, Failure>
      if let file {
        kept = file
      } else {
        kept = await outcome { try await workouts.rescue(draft: draft) }
      }
      return .failure(
        UnsavedWorkout(draft: draft, challenge: challenge, failure: Failure(error), file: kept))
    }
  }

  /// Tells of a workout that could not be saved, and closes the screen if the person has left it and it is in a file.
  func keepUnsaved(_ unsaved: UnsavedWorkout, _ state: inout State) -> Effect<Action> {
    let isNews = state.isSaving
    state.phase = .notSaved(unsaved)
    let isLeaving = state.isLeavingUnsaved && unsaved.isInFile
    state.isLeavingUnsaved = false
    if isLeaving {
      return .merge(.cancel(id: CancelID.saving), .send(.delegate(.leftUnsaved(unsaved))))
    }
    if isNews {
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
