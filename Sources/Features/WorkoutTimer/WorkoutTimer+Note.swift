import Clients
import Models
import ReducerRuntime

// The note and the figures of a workout that has just been saved.
extension WorkoutTimer {
  /// Opens the form for the note.
  func editNote(_ state: inout State) -> Effect<Action> {
    guard case .saved(let saved) = state.phase else { return .none }
    state.noteEditor = WorkoutEditor.State(
      saved.workout, of: state.challenge, isNoteOnly: true)
    return .recordUse(of: .workoutEditor)
  }

  /// Saves the note or closes the form. While a note is being written, further actions of the form are ignored.
  func reduce(
    _ state: inout State, noteEditor action: WorkoutEditor.Action.Delegate
  ) -> Effect<Action> {
    guard !state.isSavingNote else { return .none }
    switch action {
    case .saved(let annotated):
      return saveNote(annotated, &state)
    case .cancelled:
      state.noteEditor = nil
      state.unsavedNote = nil
      return .none
    }
  }

  /// Replaces the workout with a copy that has the note, as any correction does.
  func saveNote(_ annotated: Workout, _ state: inout State) -> Effect<Action> {
    guard let editor = state.noteEditor else { return .none }
    state.isSavingNote = true
    state.unsavedNote = nil
    return .run { send in
      let response = await outcome {
        try await workouts.make(
          .correct(editor.workout, to: annotated, isDeleted: editor.isDeleted))
      }
      await send(._internal(.noteResponse(response.mapError { FailedRequest(annotated, $0) })))
    }
  }

  func reduce(
    _ state: inout State, noteResponse response: Result<History.Change, FailedRequest<Workout>>
  ) -> Effect<Action> {
    state.isSavingNote = false
    switch response {
    case .success(.prevented(_, let conflict)):
      state.noteEditor?.show(conflict)
    case .success(.corrected(_, let annotated)):
      guard case .saved(var saved) = state.phase else { return .none }
      saved.workout = annotated
      state.phase = .saved(saved)
      state.noteEditor = nil
    case .success:
      break
    case .failure(let failed):
      state.unsavedNote = failed.mutation
      state.errorSheet = ErrorHandling.State(
        failed.failure, dataStatus: "The workout is saved, and the note is still in the form.",
        canRetry: true)
    }
    return .none
  }
}
