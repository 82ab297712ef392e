import Clients
import Models
import ReducerRuntime

extension WorkoutDetail {
  /// Loads the workout of a leaderboard row.
  func load(_ state: inout State) -> Effect<Action> {
    state.failure = nil
    let client = leaderboards.client(state.source.id)
    return .run { [id = state.id] send in
      await send(._internal(.workoutResponse(outcome { try await client.workout(id: id) })))
    }
    .cancellable(id: CancelID.workout, cancelInFlight: true)
  }

  /// Loads the version of the workout that is stored now, which another program may have changed.
  func reload(_ state: State) -> Effect<Action> {
    guard state.source.has(.local), state.workout != nil else { return .none }
    return .run { [id = state.id, isYours = state.isYours] send in
      await send(
        ._internal(
          .currentResponse(
            outcome {
              isYours
                ? try await workouts.current(id: id)
                : try await leaderboards.machine.workout(id: id)
            })))
    }
    .cancellable(id: CancelID.workout, cancelInFlight: true)
  }

  /// Shows the stored version.
  func show(current workout: Workout?, _ state: inout State) -> Effect<Action> {
    // Another program may also have restored it.
    if state.isDeleted, workout != nil { state.notice = nil }
    state.isDeleted = workout == nil
    guard workout != state.workout else { return .none }
    // An open form learns of the change when it is saved.
    state.undoableChange = nil
    guard let workout else {
      // A correction has an ID of its own, and another person's row names the earlier one.
      state.notice =
        state.isYours
        ? "Another program has deleted this workout."
        : "This workout was deleted or changed; go back for the list."
      return .none
    }
    state.replace(with: workout)
    return .merge(loadPlace(state), loadRecords(state))
  }

  /// Loads the place of a workout of the current person. The row of another person's workout already has it.
  func loadPlace(_ state: State) -> Effect<Action> {
    guard state.isYours, state.place == nil, state.challengeID != .strength else { return .none }
    return .run { [id = state.id, challenge = state.challengeID] send in
      await send(
        ._internal(
          .placeResponse(
            outcome {
              let page = try await leaderboards.machine.page(
                range: .after(nil), filter: .allTime, challenge: challenge)
              return page.yourStanding.flatMap { WorkoutPlace(of: id, yourStanding: $0, in: page) }
            })))
    }
    .cancellable(id: CancelID.place, cancelInFlight: true)
  }

  /// Loads the records that a strength session of the current person has set.
  func loadRecords(_ state: State) -> Effect<Action> {
    guard state.isYours, let sets = state.workout?.sets, !sets.isEmpty else { return .none }
    return .run { [id = state.id] send in
      await send(
        ._internal(
          .recordsResponse(
            outcome {
              var records: [String: [SetEntry]] = [:]
              for exercise in sets.exercises {
                records[exercise] = try await strength.history(exercise: exercise)
                  .newRecords(in: id)
              }
              return records
            })))
    }
    .cancellable(id: CancelID.records, cancelInFlight: true)
  }

  /// Starts a change. One runs at a time, because the next one refers to the workout after this one.
  func change(_ state: inout State, _ mutation: History.Mutation) -> Effect<Action> {
    guard !state.isChanging else { return .none }
    state.isChanging = true
    state.notice = nil
    state.failure = nil
    state.failedMutation = nil
    return .run { send in
      await send(
        ._internal(
          .changeResponse(
            outcome { try await workouts.make(mutation) }
              .mapError { FailedRequest(mutation, $0) })))
    }
    .cancellable(id: CancelID.change)
  }

  /// Shows the workout after a change, and notifies the parent.
  func show(_ change: History.Change, _ state: inout State) -> Effect<Action> {
    state.isChanging = false
    switch change {
    case .corrected(let old, let corrected):
      if state.destination?.editor != nil { state.destination = nil }
      state.undoableChange = .corrected(old.id, to: corrected.id)
      state.notice = nil
      state.replace(with: corrected)
    case .undone(let undone?):
      state.undoableChange = nil
      state.notice = "The correction is undone."
      state.replace(with: undone.workout)
    case .prevented(.correct, let conflict) where state.destination?.editor != nil:
      state.destination?.modify(\.editor) { $0.show(conflict) }
      return reload(state)
    case .prevented:
      state.undoableChange = nil
      state.notice = "Not undone: another program has changed the workout since."
      return reload(state)
    case .undone(nil), .deleted:
      state.undoableChange = nil
      return .none
    }
    return .merge(loadPlace(state), loadRecords(state), .send(.delegate(.changed(change))))
  }
}

extension WorkoutDetail.State {
  /// Shows another version of the workout, whose place isn't known yet.
  fileprivate mutating func replace(with workout: Workout) {
    id = workout.id
    self.workout = workout
    place = nil
  }

  /// The workout as an opponent.
  var ghost: Ghost? {
    guard let workout, !workout.log.isEmpty else { return nil }
    guard isYours else { return Ghost(name: PersonName.truncated(name), workout) }
    let isBest = place?.isBest == true
    let day = workout.localStart.date.text
    return Ghost(name: isBest ? Ghost.yourBest : "your workout of \(day)", workout)
  }
}
