import Models
import ReducerRuntime

/// The note on a workout that has just been saved.
extension WorkoutTimer {
  /// Opens the form for the note.
  func editNote(_ state: inout State) -> Effect<Action> {
    guard case .saved(let saved) = state.phase else { return .none }
    state.noteEditor = WorkoutEditor.State(
      saved.workout, of: state.challenge, isNoteOnly: true)
    return .recordUse(of: .workoutEditor)
  }

  /// Does what was decided on the form. While a note is being written the form stays as it is, so that nothing else begins.
  func reduce(
    _ state: inout State, noteEditor action: WorkoutEditor.Action.Delegate
  ) -> Effect<Action> {
    guard !state.isSavingNote else { return .none }
    switch action {
    case .saved(let noted):
      return saveNote(noted, &state)
    case .cancelled:
      state.noteEditor = nil
      state.refusedNote = nil
      return .none
    }
  }

  /// Puts a copy with the note in the place of the workout, as any correction of a workout does.
  func saveNote(_ noted: Workout, _ state: inout State) -> Effect<Action> {
    guard case .saved(let saved) = state.phase else { return .none }
    state.isSavingNote = true
    state.refusedNote = nil
    return .run { send in
      let response = await outcome {
        try await workouts.correct(id: saved.workout.id, corrected: noted)
        return noted
      }
      await send(._internal(.noteResponse(response.mapError { FailedRequest(noted, $0) })))
    }
  }

  func reduce(
    _ state: inout State, noteResponse response: Result<Workout, FailedRequest<Workout>>
  ) -> Effect<Action> {
    state.isSavingNote = false
    switch response {
    case .success(let noted):
      guard case .saved(var saved) = state.phase else { return .none }
      saved.workout = noted
      state.phase = .saved(saved)
      state.noteEditor = nil
    case .failure(let refused):
      state.refusedNote = refused.mutation
      state.errorSheet = ErrorHandling.State(
        refused.failure, dataStatus: "The workout is saved, and the note is still in the form.",
        canRetry: true)
    }
    return .none
  }
}
