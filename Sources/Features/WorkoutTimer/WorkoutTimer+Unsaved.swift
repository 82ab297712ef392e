import Clients
import Models
import ReducerRuntime

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
        safe: unsaved.isInFile
          ? "Every rep is still in memory, and in a file of its own."
          : "Every rep is still in memory, but in no file.",
        canRetry: true)
    }
    return .none
  }
}
