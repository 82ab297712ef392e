import Clients
import Models
import ReducerRuntime

extension WorkoutDetail {
  /// Loads the workout of a leaderboard row.
  func load(_ state: inout State) -> Effect<Action> {
    state.failure = nil
    return .run { [id = state.id, group = state.group] send in
      await send(
        ._internal(
          .workoutResponse(
            outcome {
              guard let group else { return try await leaderboard.workout(id: id) }
              return try await groups.workout(id: id, group: group)
            })))
    }
    .cancellable(id: CancelID.workout, cancelInFlight: true)
  }

  /// Loads the place of a workout of the current person. The row of another person's workout already has it.
  func loadPlace(_ state: State) -> Effect<Action> {
    guard state.isYours, state.place == nil, state.challengeID != .strength else { return .none }
    return .run { [id = state.id, challenge = state.challengeID] send in
      await send(
        ._internal(
          .placeResponse(
            outcome {
              let page = try await leaderboard.page(
                after: nil, filter: .allTime, challenge: challenge)
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
  func change(_ state: inout State, _ mutation: Mutation) -> Effect<Action> {
    guard !state.isChanging else { return .none }
    state.isChanging = true
    state.notice = nil
    state.failure = nil
    state.failedMutation = nil
    return .run { send in
      await send(
        ._internal(
          .changeResponse(
            outcome { try await perform(mutation) }.mapError { FailedRequest(mutation, $0) })))
    }
    .cancellable(id: CancelID.change)
  }

  private func perform(_ mutation: Mutation) async throws -> History.Change {
    switch mutation {
    case .correct(let old, let corrected):
      try await workouts.correct(id: old.id, corrected: corrected)
      return .corrected(old, to: corrected)
    case .undo:
      return .undone(try await workouts.undo())
    }
  }

  /// Shows the workout after a change, and notifies the parent.
  func show(_ change: History.Change, _ state: inout State) -> Effect<Action> {
    state.isChanging = false
    switch change {
    case .corrected(_, let corrected):
      state.canUndo = true
      state.notice = nil
      state.replace(with: corrected)
    case .undone(let undone?):
      state.canUndo = false
      guard undone.replaced == state.id else {
        // Another program has made a later change, so the undo has restored another workout.
        return .send(.delegate(.changed(change)))
      }
      state.notice = "The correction is undone."
      state.replace(with: undone.workout)
    case .undone(nil), .deleted:
      state.canUndo = false
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
