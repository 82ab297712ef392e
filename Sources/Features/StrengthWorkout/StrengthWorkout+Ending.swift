import Clients
import FoundationEssentials
import Models
import ReducerRuntime

// Finishing, discarding and restoring a session.
extension StrengthWorkout {
  /// Ends the session and saves it, or tries again if saving failed.
  func finish(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving, let draft = state.draft else { return .none }
    state.phase = .saving
    state.isAskingToLeave = false
    state.destination = nil
    return .merge(
      endRest(state),
      .save(draft, of: nil, id: CancelID.saving) { ._internal(.finishResponse($0)) })
  }

  /// Leaves the session, after a question if it has sets.
  func leave(_ state: inout State) -> Effect<Action> {
    if state.isNotSaved {
      state.isLeavingUnsaved = true
      return finish(&state)
    }
    guard state.phase == .active else { return .none }
    guard state.sets.isEmpty else {
      state.isAskingToLeave = true
      return .none
    }
    return .merge(endRest(state), .send(.delegate(.closed)))
  }

  /// Discards the session and its stored sets.
  func discard(_ state: inout State) -> Effect<Action> {
    guard state.phase == .active, let id = state.id else { return .none }
    state.phase = .discarding
    state.isAskingToLeave = false
    return .merge(
      endRest(state),
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

  /// Shows that the session could not be saved.
  ///
  /// If the person has left it and a file contains it, the screen closes instead.
  func showUnsaved(_ unsaved: UnsavedWorkout, _ state: inout State) -> Effect<Action> {
    let isFirstFailure = state.isSaving
    state.phase = .notSaved(unsaved)
    let isLeaving = state.isLeavingUnsaved && unsaved.isInFile
    state.isLeavingUnsaved = false
    if isLeaving {
      return .merge(.cancel(id: CancelID.saving), .send(.delegate(.leftUnsaved(unsaved))))
    }
    if isFirstFailure {
      state.explain(
        unsaved.failure,
        dataStatus: unsaved.isInFile
          ? "Every set is still in memory, and in a file of its own."
          : "Every set is still in memory, but in no file.")
    }
    return .none
  }

  /// Restores an unfinished session. The time since it was stored doesn't count.
  func restore(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    guard state.id == nil else { return .none }
    state.id = draft.id
    state.startTime = draft.startedAt
    state.utcOffset = draft.utcOffset
    state.duration = draft.duration
    state.origin = uptime - draft.duration
    for performed in draft.sets { state.replay(performed) }
    switch resumption {
    case .running, .paused:
      if state.exercise == nil { state.pickExercise() }
      return .merge(
        // Stored at once, so that another running program sees that this one owns the session.
        checkpoint(state), loadExercises(), loadHistories(of: state.plannedExercises))
    case .saved:
      return finish(&state)
    case .discarded:
      return discard(&state)
    }
  }
}

extension StrengthWorkout.State {
  /// Adds a restored set, and moves past its place in the plan.
  fileprivate mutating func replay(_ performed: PerformedSet) {
    former.append(.init(position: position, exercise: performed.exercise, duration: duration))
    sets.append(performed)
    exercise = performed.exercise
    guard let plan, position < plan.sets.count,
      let index = plan.sets.indices[position...].first(where: { isPlanned(performed, at: $0) })
    else { return }
    let planned = plan.sets[index].exercise
    if planned != performed.exercise { substitutes[planned] = performed.exercise }
    position = index + 1
    former[former.count - 1].isPlanned = true
    exercise = plannedExercise(at: position) ?? exercise
  }

  /// Returns whether a set is a planned one, or one of a variation of the planned exercise.
  private func isPlanned(_ performed: PerformedSet, at index: Int) -> Bool {
    guard let planned = plannedExercise(at: index) else { return false }
    guard plan?.sets[index].isWarmUp == performed.set.isWarmUp else { return false }
    if planned == performed.exercise { return true }
    let scale = settings.variationScales.position(of: planned)?.scale
    return scale != nil && scale == settings.variationScales.position(of: performed.exercise)?.scale
  }
}
