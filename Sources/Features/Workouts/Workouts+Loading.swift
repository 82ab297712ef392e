import Clients
import Models
import ReducerRuntime

extension Workouts {
  /// The custom challenges after a change.
  public struct CustomChallengesUpdate: Equatable, Sendable {
    var challenges: CustomChallenges
    var notice: ChangeNotice
    /// Which challenge to stand on, if another.
    var selected: Challenge.ID?
  }

  /// A change of the custom challenges.
  public enum CustomChallengeEdit: Equatable, Sendable {
    /// Save the challenge from the form, which is new or another version of an existing one.
    case save(Challenge, isNew: Bool)
    case delete(Challenge)
    case undo
  }

  func loadCustomChallenges() -> Effect<Action> {
    .run { send in
      await send(._internal(.customChallengesResponse(outcome { try await challenges.custom() })))
    }
    .cancellable(id: CancelID.customChallenges, cancelInFlight: true)
  }

  /// Starts a change. One runs at a time, because the next one refers to the challenges after this one.
  func change(_ state: inout State, _ edit: CustomChallengeEdit) -> Effect<Action> {
    guard !state.isEditingCustomChallenges else { return .none }
    state.isEditingCustomChallenges = true
    state.notice = nil
    state.failure = nil
    state.failedEdit = nil
    return .run { send in
      await send(
        ._internal(
          .customChallengeEditResponse(
            outcome { try await perform(edit) }.mapError { FailedRequest(edit, $0) })))
    }
    .cancellable(id: CancelID.customChallenges)
  }

  private func perform(_ edit: CustomChallengeEdit) async throws -> CustomChallengesUpdate {
    let (notice, selected) = try await store(edit)
    return CustomChallengesUpdate(
      challenges: try await challenges.custom(), notice: notice, selected: selected)
  }

  private func store(
    _ edit: CustomChallengeEdit
  ) async throws -> (notice: ChangeNotice, selected: Challenge.ID?) {
    switch edit {
    case .save(let challenge, isNew: true):
      let added = try await challenges.add(challenge: challenge)
      return (.added(added.name), added.id)
    case .save(let challenge, isNew: false):
      try await challenges.edit(challenge: challenge)
      return (.changed(challenge.name), challenge.id)
    case .delete(let challenge):
      try await challenges.delete(id: challenge.id)
      return (.deleted(challenge.name), nil)
    case .undo:
      guard let challenge = try await challenges.undo() else { return (.nothingToUndo, nil) }
      return (.restored(challenge.name), challenge.id)
    }
  }
}

extension Workouts.State {
  /// Adds the custom challenges to the built-in ones.
  ///
  /// - Parameter selected: The challenge to select; `nil` keeps the selection.
  mutating func apply(_ custom: CustomChallenges, selected: Challenge.ID? = nil) {
    let target = selected ?? selectedChallenge?.id
    $catalogue.set(standard.adding(custom))
    selection =
      visibleChallenges.firstIndex { $0.id == target }
      ?? selection.clamped(in: visibleChallenges.count)
  }
}

extension Workouts {
  /// Shows a failure, in a sheet unless another screen covers the catalogue.
  func explain(
    _ failure: Failure, safe: String, _ state: inout State
  ) -> Effect<Action> {
    state.notice = nil
    state.failure = failure
    // A sheet over a workout would take its keys.
    guard state.destination == nil || state.destination?.errorSheet != nil else { return .none }
    state.destination = .errorSheet(ErrorHandling.State(failure, dataStatus: safe, canRetry: true))
    return .none
  }

  /// The minimum width at which a list without a page beside it has sparklines.
  static let minWidthForSparklines = 90

  func load(_ state: State) -> Effect<Action> {
    .merge(loadResults(state), loadCustomChallenges(), loadPlans())
  }

  func loadResults(_ state: State) -> Effect<Action> {
    let count = state.showsSparklines ? PersonalResults.maxRecentCount : 0
    return .run { send in
      await send(
        ._internal(.resultsResponse(outcome { try await workouts.results(maxRecentCount: count) })))
    }
    .cancellable(id: CancelID.results, cancelInFlight: true)
  }

  func loadPlans() -> Effect<Action> {
    .run { send in
      await send(._internal(.plansResponse(outcome { try await plans.all() })))
    }
    .cancellable(id: CancelID.plans, cancelInFlight: true)
  }
}
