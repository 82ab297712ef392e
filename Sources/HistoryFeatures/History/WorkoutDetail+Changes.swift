import Clients
import Models
import ReducerRuntime
import SharedFeatures

extension WorkoutDetail {
  /// Loads the workout of a leaderboard row, or reloads a workout of the current person that is already loaded.
  func load(_ state: State) -> Effect<Action> {
    let client = leaderboards.client(state.source.id)
    let isKnown = state.isYours && state.workout != nil
    return .request(CancelID.workout) { [id = state.id] in
      isKnown ? try await workouts.current(id: id) : try await client.workout(id: id)
    } response: {
      ._internal(.workoutResponse($0))
    }
  }

  /// Reloads the workout if another program may have changed it.
  func reload(_ state: State) -> Effect<Action> {
    state.source.has(.local) && state.workout != nil ? load(state) : .none
  }

  /// Shows the stored version of the workout, or that it was deleted.
  func show(current workout: Workout?, _ state: inout State) -> Effect<Action> {
    // Another program may also have restored the workout.
    if state.isDeleted, workout != nil { state.notice = nil }
    state.isDeleted = workout == nil
    guard workout != state.workout else { return .none }
    // An open form shows the conflict when it is saved.
    state.undoableChange = nil
    guard let workout else {
      // A correction has a new ID, and another person's row still refers to the old one.
      state.notice =
        state.isYours
        ? "Another program has deleted this workout."
        : "This workout was deleted or changed; go back to the list."
      return .none
    }
    state.replace(with: workout)
    return .merge(loadPlace(state), loadComparisons(state))
  }

  /// Loads the place of a workout of the current person. The row of another person's workout already has it.
  func loadPlace(_ state: State) -> Effect<Action> {
    guard state.isYours, state.place == nil, state.challengeID != .strength else { return .none }
    return .request(CancelID.place) { [id = state.id, challenge = state.challengeID] in
      let page = try await leaderboards.machine.page(
        range: .after(nil), filter: .allTime, challenge: challenge)
      return page.yourStanding.flatMap { WorkoutPlace(of: id, yourStanding: $0, in: page) }
    } response: {
      ._internal(.placeResponse($0))
    }
  }

  /// Loads the live race of a workout of the current person.
  func loadRace(_ state: State) -> Effect<Action> {
    guard state.isYours, state.challengeID != .strength else { return .none }
    return .request(CancelID.race) { [id = state.id] in
      try await races.seen(workout: id)
    } response: {
      ._internal(.raceResponse($0))
    }
  }

  /// Loads the records that a strength session of the current person has set, and the previous sessions.
  func loadComparisons(_ state: State) -> Effect<Action> {
    guard state.isYours, let sets = state.workout?.sets, !sets.isEmpty else { return .none }
    return .request(CancelID.comparisons) { [id = state.id] in
      var comparisons: [String: SetComparison] = [:]
      for exercise in sets.exercises {
        let history = try await strength.history(exercise: exercise)
        comparisons[exercise] = SetComparison(of: id, in: history)
      }
      return comparisons
    } response: {
      ._internal(.comparisonsResponse($0))
    }
  }

  /// Starts a change. Only one runs at a time, because a change refers to the result of the previous one.
  func change(_ state: inout State, _ mutation: History.Mutation) -> Effect<Action> {
    guard !state.isChanging else { return .none }
    state.isChanging = true
    state.notice = nil
    state.failure = nil
    state.failedMutation = nil
    return .request(CancelID.change) {
      try await workouts.perform(mutation)
    } response: {
      ._internal(.changeResponse($0.mapError { FailedRequest(mutation, $0) }))
    }
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
    return .merge(loadPlace(state), loadComparisons(state), .send(.delegate(.changed(change))))
  }
}

extension WorkoutDetail.State {
  /// Shows another version of the workout, whose place isn't known yet.
  fileprivate mutating func replace(with workout: Workout) {
    id = workout.id
    self.workout = workout
    place = nil
    selectedRow = selectedRow.clamped(in: workout.sets.count)
    stopEditingSet()
  }

  /// The workout as an opponent.
  var ghost: Ghost? {
    guard let workout, workout.hasRecordedRepTimes else { return nil }
    guard isYours else { return Ghost(name: PersonName.truncated(name), workout) }
    let isBest = place?.isBest == true
    let day = workout.localStart.date.localText
    return Ghost(name: isBest ? Ghost.yourBest : "your workout of \(day)", workout)
  }
}

// MARK: - Place

/// The place of a workout on a leaderboard, or the score of the better workout that represents the same person there.
public enum WorkoutPlace: Hashable, Sendable {
  /// The workout's rank, and the number of people on the leaderboard.
  case rank(Int, of: Int, filter: LeaderboardFilter, isBest: Bool)
  /// Another workout of the same person is better.
  case behindBest(Score)

  /// Creates the place of a workout of the current person; `nil` if their row has another workout that is incomplete.
  ///
  /// - Parameters:
  ///   - yourStanding: The person's row.
  ///   - page: The page with the row, from the all-time leaderboard.
  init?(of id: Workout.ID, yourStanding: Standing, in page: LeaderboardPage) {
    let score = yourStanding.score
    if yourStanding.workout == id {
      self = .rank(
        yourStanding.rank, of: page.participantCount, filter: .allTime, isBest: score.isComplete)
    } else if score.isComplete {
      self = .behindBest(score)
    } else {
      return nil
    }
  }

  /// Whether the workout is the all-time best of the current person.
  var isBest: Bool {
    if case .rank(_, _, _, isBest: true) = self { true } else { false }
  }
}
