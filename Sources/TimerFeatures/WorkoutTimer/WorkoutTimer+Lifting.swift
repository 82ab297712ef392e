import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

// A strength session: entering and undoing sets, and moving between exercises. A set is stored as soon as it is
// entered, in an unfinished workout, so that no set is lost if the program is killed.
extension WorkoutTimer {
  func reduce(_ state: inout State, lifting action: Action.Lift) -> Effect<Action> {
    state.updateSessionTime(at: uptime)
    switch action {
    case .entryEdited(let edit):
      state.lifting?.edit(edit)
      return .none

    case .entryCleared:
      state.lifting?.clearEntry()
      return .none

    case .saveSetButtonTapped:
      return saveSet(&state)

    case .unitChosen(let unit):
      return chooseUnit(unit, &state)

    case .unitQuestionClosed:
      state.lifting?.isAskingForUnit = false
      return .none

    case .selectionMoved(let offset):
      state.lifting?.moveSelection(by: offset)
      return .none

    case .editSetButtonTapped:
      state.lifting?.editSelectedSet()
      return .none

    case .warmUpButtonTapped:
      state.lifting?.offersWarmUp.toggle()
      state.lifting?.preferredOffer = nil
      return .none

    case .bodyButtonTapped:
      state.lifting?.askForBody()
      return .none

    case .deleteSetButtonTapped:
      return changeSets(&state) { $0.deleteSelectedSet(at: $1, duration: $2) }

    case .exerciseButtonTapped:
      state.pickExercise()
      return .none

    case .nextButtonTapped:
      return move(to: state.lifting?.nextExercise, &state)

    case .variationMoved(let offset):
      return moveVariation(by: offset, &state)

    case .undoButtonTapped:
      return changeSets(&state) { $0.undo(at: $1, duration: $2) }
    }
  }

  func reduce(
    _ state: inout State, exercisePicker action: Picker.Action.Delegate
  ) -> Effect<Action> {
    state.destination = nil
    switch action {
    case .chosen(let name):
      return move(to: name, &state)
    case .cancelled:
      // A session without an exercise has no content, so its screen closes.
      return state.lifting?.exercise == nil ? .send(.delegate(.closed)) : .none
    }
  }

  /// Starts the session with the exercise of its plan, or lets the person choose one.
  func startSession(_ state: inout State) -> Effect<Action> {
    state.phase = .running
    state.start = Start(id: uuid(), time: now)
    state.origin = uptime
    return openSession(&state)
  }

  /// Restores a session with its sets, so that it can continue.
  func restoreSets(_ draft: WorkoutDraft, _ state: inout State) {
    state.phase = .running
    state.elapsedTime = draft.duration
    state.origin = uptime - draft.duration
    state.lifting?.restore(draft)
    state.updateSessionTime(at: uptime)
  }

  /// Opens the list of exercises if none is chosen, and reads the earlier sessions.
  func openSession(_ state: inout State) -> Effect<Action> {
    guard let lifting = state.lifting else { return .none }
    if lifting.exercise == nil { state.pickExercise() }
    let exercises = Effect<Action>.run { send in
      await send(._internal(.exercisesResponse(outcome { try await strength.exercises() })))
      let weight = await outcome { try await strength.bodyWeight(today: today) }
      await send(._internal(.bodyWeightResponse(weight)))
    }
    .cancellable(id: CancelID.exercises, cancelInFlight: true)
    return .merge(exercises, loadHistories(of: lifting.plannedExercises))
  }

  /// Reads the earlier sessions with exercises.
  private func loadHistories(of names: [String]) -> Effect<Action> {
    .run { send in
      for name in names {
        let history = await outcome { try await strength.history(exercise: name) }
        await send(._internal(.historyResponse(exercise: name, history)))
      }
    }
  }

  private func loadHistoryIfNeeded(_ lifting: Lifting) -> Effect<Action> {
    guard lifting.history == nil, let exercise = lifting.exercise else { return .none }
    return loadHistories(of: [exercise])
  }

  // MARK: - Sets

  /// Records the typed sets, or the selected one if nothing is typed.
  private func saveSet(_ state: inout State) -> Effect<Action> {
    guard state.canEnterSet, var lifting = state.lifting else { return .none }
    let instant = sessionInstant(state)
    if lifting.focus == .body {
      let savesSets = lifting.saveBody()
      state.lifting = lifting
      return savesSets ? saveSet(&state) : .none
    }
    if case .editor(let index) = lifting.focus {
      let isSaved = lifting.saveEditedSet(index, at: instant)
      state.lifting = lifting
      return isSaved ? checkpoint(state) : .none
    }
    let result = lifting.saveSets(at: instant, duration: state.elapsedTime)
    state.lifting = lifting
    guard let rest = result else { return .none }
    state.elapsedTime = max(state.elapsedTime, uptime - state.origin)
    return .merge(
      checkpoint(state),
      rest > 0 ? startRest(rest, next: lifting.nextText, &state) : endRest(&state))
  }

  /// Saves the unit of weights that are typed without one, and records the typed sets.
  private func chooseUnit(_ unit: Weight.Unit, _ state: inout State) -> Effect<Action> {
    state.lifting?.isAskingForUnit = false
    $settings.withLock { $0.unit = unit }
    return .merge(
      .run { [settings] send in
        _ = try await settingsClient.save(settings: settings)
      } catch: { error, send in
        await send(._internal(.checkpointFailed(Failure(error))))
      },
      saveSet(&state))
  }

  /// Deletes a set or undoes a change, and ends the rest if that removed the last set.
  ///
  /// - Parameter change: Changes the sets at an instant, and returns the new duration up to the last set, which is the
  ///   third argument before the change; `nil` if nothing has changed.
  private func changeSets(
    _ state: inout State, _ change: (inout Lifting, Duration, Duration) -> Duration?
  ) -> Effect<Action> {
    guard state.canEnterSet, var lifting = state.lifting else { return .none }
    let last = lifting.sets.last
    guard let duration = change(&lifting, sessionInstant(state), state.elapsedTime) else {
      return .none
    }
    state.lifting = lifting
    state.elapsedTime = duration
    let stored = state.isUnderWay ? checkpoint(state) : discardStoredSets(state)
    return .merge(stored, lifting.sets.last == last ? .none : endRest(&state))
  }

  /// Returns the time since the start by the wall clock.
  private func sessionInstant(_ state: State) -> Duration {
    let start = state.start?.time ?? now
    return .milliseconds(max(0, now.millisecondsSince1970 - start.millisecondsSince1970))
  }

  private func discardStoredSets(_ state: State) -> Effect<Action> {
    guard let id = state.start?.id else { return .none }
    return .run { _ in
      try await workouts.discard(id: id)
    } catch: { error, send in
      await send(._internal(.checkpointFailed(Failure(error))))
    }
  }

  // MARK: - Exercises

  /// Moves to another exercise. In a plan, the sets before that exercise's next planned set are skipped.
  private func move(to exercise: String?, _ state: inout State) -> Effect<Action> {
    guard let exercise, var lifting = state.lifting else { return .none }
    lifting.move(to: exercise)
    state.lifting = lifting
    return loadHistoryIfNeeded(lifting)
  }

  /// Moves to an easier or harder variation of the exercise. In a plan, the variation replaces the planned exercise.
  ///
  /// - Parameter offset: The number of variations to move by: positive to harder ones, negative to easier ones.
  private func moveVariation(by offset: Int, _ state: inout State) -> Effect<Action> {
    guard var lifting = state.lifting, let variation = lifting.variation(by: offset) else {
      return .none
    }
    lifting.problem = nil
    if let target = lifting.target { lifting.substitutes[target.exercise] = variation }
    lifting.exercise = variation
    state.lifting = lifting
    return loadHistoryIfNeeded(lifting)
  }
}

extension WorkoutTimer.State {
  /// Whether the person can type a set.
  public var canEnterSet: Bool {
    phase == .running && lifting?.isAskingForUnit == false && destination == nil
      && errorSheet == nil
  }

  /// Updates the minutes since the start.
  mutating func updateSessionTime(at uptime: Duration) {
    guard let lifting, phase == .running else { return }
    let minutes = Int((uptime - origin).wholeMilliseconds / 60_000)
    if lifting.minutes != minutes { self.lifting?.minutes = minutes }
  }

  /// Opens the list of exercises.
  mutating func pickExercise() {
    guard let lifting else { return }
    destination = .exercisePicker(Picker.State(lifting.knownExercises))
  }
}
