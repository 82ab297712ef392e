import Clients
import FoundationEssentials
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures

// The parts that all workouts share: the start, checkpoints, the question before leaving, and the end.
extension WorkoutTimer {
  // MARK: - Start

  /// Starts a session immediately, or a workout after its countdown. During the countdown, starts the workout at once.
  func start(_ state: inout State) -> Effect<Action> {
    state.recordStartKey(at: uptime)
    // Starting a workout ends the current rest.
    let endOfRest = endRest(&state)
    switch state.phase {
    case .ready where state.lifting != nil:
      return .merge(endOfRest, startSession(&state))
    case .ready where state.options.preparation > 0:
      let end = uptime + .seconds(state.options.preparation)
      state.phase = .countingDown(Countdown(end: end, remaining: state.options.preparation))
      return .merge(
        endOfRest, cue(.countdown, "\(state.options.preparation)", state), startCountdown(to: end))
    case .countingDown where state.rivals != nil:
      // All racers start together.
      return .none
    case .ready, .countingDown:
      return .merge(endOfRest, begin(&state, at: uptime))
    case .running, .paused, .asking, .saving, .discarding, .saved, .notSaved, .resting:
      return .none
    }
  }

  /// Counts down to the start of a live race. A program that is late starts at once, and has lost the time.
  func startRace(_ state: inout State, at start: Duration) -> Effect<Action> {
    guard state.phase == .ready else { return .none }
    state.phase = .countingDown(
      Countdown(end: start, remaining: max(0, (start - uptime).secondsRoundedUp)))
    return .merge(endRest(&state), startCountdown(to: start))
  }

  /// Starts another set of the same challenge, or the next set of its training plan, as a new workout.
  func startNextSet(_ state: inout State) -> Effect<Action> {
    guard state.hasNextSet else { return .none }
    let use = state.purpose == nil ? Effect<Action>.recordUse(of: .workoutTimer) : .none
    let (rest, isActive) = (state.rest, state.isActive)
    state =
      state.nextPlannedSet.map { State(planned: $0, of: state.challenge, settings: settings) }
      ?? State(challenge: state.challenge, options: state.options, ghost: state.ghost)
    (state.rest, state.isActive) = (rest, isActive)
    return .merge(use, start(&state))
  }

  // MARK: - Checkpoints

  /// Saves a checkpoint of the workout, so that nothing is lost if the program is killed.
  func checkpoint(_ state: State) -> Effect<Action> {
    guard let draft = state.draft else { return .none }
    let hadFailed = state.failure != nil
    return .run { send in
      try await workouts.checkpoint(draft: draft)
      if hadFailed { await send(._internal(.checkpointSucceeded)) }
    } catch: { error, send in
      // The reps and sets stay in memory, and the next draft contains them too.
      await send(._internal(.checkpointFailed(Failure(error))))
    }
  }

  /// Restores an unfinished workout. The time since it was stored doesn't count.
  func restore(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    guard state.phase == .ready else { return .none }
    state.start = Start(id: draft.id, time: draft.startedAt, utcOffset: draft.utcOffset)
    if state.lifting == nil { restoreClock(draft, &state) } else { restoreSets(draft, &state) }
    switch resumption {
    // The workout is stored at once, so that other running programs see that this one owns it.
    case .running, .paused:
      if state.lifting != nil {
        return .merge(resumeRest(draft, &state), checkpoint(state), openSession(&state))
      }
      let resumed = resumption == .running ? startResumeCountdown(&state) : .none
      return .merge(resumed, checkpoint(state))
    case .saved:
      // There is no rest, because the workout was done before the program started.
      state.options.rest = 0
      return finish(&state)
    case .discarded:
      return discard(&state)
    }
  }

  // MARK: - Saving

  /// Ends a workout and saves it, or tries again if saving failed.
  func stop(_ state: inout State) -> Effect<Action> {
    let holdEnd = state.leaveQuestion?.holdEnd
    let finished = updateElapsedTimeIfRunning(&state)
    guard state.isUnsaved else { return finished }
    if let holdEnd { state.elapsedTime = holdEnd }
    return finish(&state)
  }

  func finish(_ state: inout State) -> Effect<Action> {
    // Presses that arrived together may have put the last rep a few milliseconds after the last tick.
    state.elapsedTime = state.lastInstant
    state.finalizeSkips()
    guard let draft = state.draft else { return .none }
    let countdown = cancelCountdown(&state)
    state.phase = .saving
    state.errorSheet = nil
    state.ignoredPress = nil
    state.quietPeriod = QuietPeriod(since: uptime)
    return .merge(
      .cancel(id: CancelID.timer), cancelMessage(), countdown, endRest(&state),
      .save(draft, of: state.lifting == nil ? state.challenge : nil, id: CancelID.saving) {
        ._internal(.finishResponse($0))
      })
  }

  func reduce(
    _ state: inout State, finishResponse response: Result<SavedWorkout, UnsavedWorkout>
  ) -> Effect<Action> {
    switch response {
    case .success(let saved):
      state.phase = .saved(Finished(saved))
      state.failure = nil
      state.errorSheet = nil
      state.isLeavingUnsaved = false
      // There is no rest after a workout without a score.
      let resting = saved.score == nil ? .none : startRest(&state)
      return .merge(.send(.delegate(.saved(saved))), resting)
    case .failure(let unsaved):
      return showUnsaved(unsaved, &state)
    }
  }

  /// Shows that a workout could not be saved.
  ///
  /// If the person has left the workout and a file contains it, the screen closes instead.
  private func showUnsaved(_ unsaved: UnsavedWorkout, _ state: inout State) -> Effect<Action> {
    let isFirstFailure = state.isSaving
    state.phase = .notSaved(unsaved)
    let isLeaving = state.isLeavingUnsaved && unsaved.isInFile
    state.isLeavingUnsaved = false
    if isLeaving {
      return .merge(.cancel(id: CancelID.saving), .send(.delegate(.leftUnsaved(unsaved))))
    }
    if isFirstFailure {
      let content = state.lifting == nil ? "rep" : "set"
      state.explain(
        unsaved.failure,
        dataStatus: "Every \(content) is still in memory, "
          + (unsaved.isInFile ? "and in a file." : "but not in a file."))
    }
    return .none
  }

  // MARK: - Leaving

  /// Asks what to do before a workout is left. A hold that is then saved ends at this instant.
  func askToLeave(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTimeIfRunning(&state)
    guard state.isUnderWay, !state.isAskingToLeave else { return finished }
    let countdown = cancelCountdown(&state)
    let holdEnd = state.isHold && state.isRunning ? state.elapsedTime : nil
    state.phase = .asking(LeaveQuestion(pause: state.pause, holdEnd: holdEnd))
    return countdown
  }

  /// Leaves a workout that is over, hasn't started, or has no set.
  func leave(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .paused, .asking, .saving, .discarding, .resting:
      return .none
    case .countingDown:
      return .merge(cancelCountdown(&state), .send(.delegate(.closed)))
    case .notSaved:
      state.isLeavingUnsaved = true
      return finish(&state)
    case .running:
      return .merge(endRest(&state), .send(.delegate(.closed)))
    case .ready, .saved:
      return .send(.delegate(.closed))
    }
  }

  /// Discards the workout and its stored draft.
  func discard(_ state: inout State) -> Effect<Action> {
    guard state.isUnderWay, let id = state.start?.id else { return .none }
    let countdown = cancelCountdown(&state)
    state.phase = .discarding(state.pause ?? Pause(start: uptime))
    return .merge(
      .cancel(id: CancelID.timer), countdown, endRest(&state),
      .run { send in
        let response = await outcome {
          try await workouts.discard(id: id)
          return id
        }
        await send(._internal(.discardResponse(response)))
      })
  }

  func reduce(
    _ state: inout State, discardResponse response: Result<Workout.ID, Failure>
  ) -> Effect<Action> {
    guard case .discarding(let pause) = state.phase else { return .none }
    switch response {
    case .success:
      let draft = state.draft
      state.phase = .ready
      state.failure = nil
      return .send(.delegate(draft.map { .discarded($0) } ?? .closed))
    case .failure(let failure):
      // The workout still exists and can be discarded again.
      state.phase = state.lifting == nil ? .paused(pause) : .running
      state.explain(
        failure,
        dataStatus: state.lifting == nil
          ? "The workout is still open and paused." : "The session is still open.")
      return .none
    }
  }

  /// Repeats the request whose failure the error sheet has explained.
  func retry(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .notSaved: finish(&state)
    case .saved(let finished):
      if case .failedNote(let annotated) = finished.change {
        saveNote(annotated, &state)
      } else {
        deleteSaved(&state)
      }
    case .ready, .countingDown, .running, .paused, .asking, .saving, .discarding, .resting:
      discard(&state)
    }
  }

  // MARK: - The saved workout

  /// Deletes a saved workout that has no score. The history can restore it.
  func deleteSaved(_ state: inout State) -> Effect<Action> {
    guard state.isUnscored, !state.isSaving, var finished = state.finished else { return .none }
    finished.change = .deletion
    state.phase = .saved(finished)
    let id = finished.saved.workout.id
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
    state.setChange(nil)
    switch response {
    case .success:
      return .send(.delegate(.deleted))
    case .failure(let failure):
      state.explain(failure, dataStatus: "The workout is in your history.")
      return .none
    }
  }

  /// Opens the form for the note.
  func editNote(_ state: inout State) -> Effect<Action> {
    guard let saved = state.finished?.saved else { return .none }
    state.destination = .noteEditor(
      WorkoutEditor.State(saved.workout, of: state.challenge, isNoteOnly: true))
    return .recordUse(of: .workoutEditor)
  }

  /// Saves the note or closes the form. While a note is being written, further actions of the form are ignored.
  func reduce(
    _ state: inout State, noteEditor action: WorkoutEditor.Action.Delegate
  ) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    switch action {
    case .saved(let annotated):
      return saveNote(annotated, &state)
    case .cancelled:
      state.destination = nil
      state.setChange(nil)
      return .none
    }
  }

  /// Saves the note. Like every correction, this replaces the workout with a corrected copy.
  private func saveNote(_ annotated: Workout, _ state: inout State) -> Effect<Action> {
    guard let editor = state.destination?.noteEditor else { return .none }
    state.setChange(.note)
    return .run { send in
      let response = await outcome {
        try await workouts.perform(
          .correct(editor.workout, to: annotated, isDeleted: editor.isDeleted))
      }
      await send(._internal(.noteResponse(response.mapError { FailedRequest(annotated, $0) })))
    }
  }

  func reduce(
    _ state: inout State, noteResponse response: Result<History.Change, FailedRequest<Workout>>
  ) -> Effect<Action> {
    state.setChange(nil)
    switch response {
    case .success(.prevented(_, let conflict)):
      guard state.destination?.noteEditor != nil else { return .none }
      state.destination?.modify(\.noteEditor) { $0.show(conflict) }
    case .success(.corrected(_, let annotated)):
      guard var finished = state.finished else { return .none }
      finished.saved.workout = annotated
      state.phase = .saved(finished)
      state.destination = nil
    case .success(.deleted), .success(.undone):
      // A correction never has these responses.
      break
    case .failure(let failed):
      state.setChange(.failedNote(failed.mutation))
      state.explain(
        failed.failure, dataStatus: "The workout is saved, and the note is still in the form.")
    }
    return .none
  }
}

extension WorkoutTimer.State {
  /// Creates the state of a set of a training plan. The last set has no rest.
  public init(planned set: PlannedSet, of challenge: Challenge, settings: Settings) {
    var options = WorkoutOptions(settings)
    options.rest = set.isLast ? 0 : options.restBetweenSets
    self.init(challenge: challenge.asSingleSet, options: options, purpose: .set(set))
  }

  /// The set of the training plan after the saved one, or the same set if the saved one has no score.
  var nextPlannedSet: PlannedSet? {
    guard let saved = finished?.saved, let set else { return nil }
    return saved.score == nil ? set : set.next
  }

  /// Whether another set can follow the saved one. In a training plan, only the next planned set can follow, and none
  /// follows a live race.
  var hasNextSet: Bool { isSaved && rivals == nil && (purpose == nil || nextPlannedSet != nil) }

  /// Closes the question about leaving, so that the workout continues.
  mutating func closeLeaveQuestion() {
    guard let leaveQuestion else { return }
    phase = leaveQuestion.pause.map { .paused($0) } ?? .running
  }

  /// Draws the trace of another workout behind the trace of the saved workout.
  public mutating func compare(with workout: Ghost?) {
    guard var finished else { return }
    finished.comparedWorkout = workout
    phase = .saved(finished)
  }

  fileprivate mutating func setChange(_ change: WorkoutTimer.Finished.Change?) {
    guard var finished else { return }
    finished.change = change
    phase = .saved(finished)
  }

  fileprivate mutating func explain(_ failure: Failure, dataStatus: String) {
    errorSheet = ErrorHandling.State(failure, dataStatus: dataStatus, canRetry: true)
  }
}

/// The state in which an unfinished workout is restored.
public enum Resumption: Equatable, Sendable {
  /// It resumes at the stored time, after the countdown that follows a pause.
  case running
  /// It is paused.
  case paused
  /// It is finished and saved without changes.
  case saved
  case discarded
}
