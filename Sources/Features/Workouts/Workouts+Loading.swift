import Clients
import Models
import ReducerRuntime

extension Workouts {
  /// What has become of the challenges that people made.
  public struct CustomChallengesUpdate: Equatable, Sendable {
    var challenges: CustomChallenges
    var notice: ChangeNotice
    /// Which challenge to stand on, if another.
    var selected: Challenge.ID?
  }

  /// What is to become of one of them.
  public enum CustomChallengeEdit: Equatable, Sendable {
    /// What the form made: a new challenge or another version of one.
    case keep(Challenge, isNew: Bool)
    case delete(Challenge)
    case undo
  }

  func loadCustomChallenges() -> Effect<Action> {
    .run { send in
      await send(._internal(.customChallengesResponse(outcome { try await challenges.custom() })))
    }
    .cancellable(id: CancelID.customChallenges, cancelInFlight: true)
  }

  /// One change at a time: the next one means the challenges as they are after this.
  func change(_ state: inout State, _ wish: CustomChallengeEdit) -> Effect<Action> {
    guard !state.isEditingCustomChallenges else { return .none }
    state.isEditingCustomChallenges = true
    state.notice = nil
    state.failure = nil
    state.refused = nil
    return .run { send in
      await send(
        ._internal(
          .customChallengeEditResponse(
            outcome { try await carryOut(wish) }.mapError { FailedRequest(wish, $0) })))
    }
    .cancellable(id: CancelID.customChallenges)
  }

  private func carryOut(_ wish: CustomChallengeEdit) async throws -> CustomChallengesUpdate {
    let (notice, selected) = try await noticed(wish)
    return CustomChallengesUpdate(
      challenges: try await challenges.custom(), notice: notice, selected: selected)
  }

  private func noticed(
    _ wish: CustomChallengeEdit
  ) async throws -> (notice: ChangeNotice, selected: Challenge.ID?) {
    switch wish {
    case .keep(let challenge, isNew: true):
      let added = try await challenges.add(challenge: challenge)
      return (.added(added.name), added.id)
    case .keep(let challenge, isNew: false):
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
  /// Shows the challenges that people made beside those that come with the program.
  ///
  /// - Parameter selected: Which to stand on; where we were when it is not given.
  mutating func use(_ custom: CustomChallenges, selected: Challenge.ID? = nil) {
    let target = selected ?? selectedChallenge?.id
    $catalogue.set(standard.adding(custom))
    selection =
      visibleChallenges.firstIndex { $0.id == target }
      ?? selection.moved(by: 0, in: visibleChallenges.count)
  }
}

extension Workouts {
  /// Says what could not be read or changed, by a sheet where nothing is in its way.
  func explain(
    _ failure: Failure, safe: String, _ state: inout State
  ) -> Effect<Action> {
    state.notice = nil
    state.failure = failure
    // Over another screen it would be out of place, and over a workout in the way.
    guard state.destination == nil || state.destination?.errorSheet != nil else { return .none }
    state.destination = .errorSheet(ErrorHandling.State(failure, dataStatus: safe, canRetry: true))
    return .none
  }

  /// The fewest columns of a list without a page beside it that has sparklines.
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
