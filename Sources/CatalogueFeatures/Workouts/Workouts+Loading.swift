import Clients
import Models
import ReducerRuntime
import SharedFeatures

extension Workouts {
  /// The training plans, and the next session with weights.
  public struct LoadedPlans: Equatable, Sendable {
    var plans: [TrainingPlan]
    var next: NextSession?
    var today: Int64
  }

  /// The custom challenges after a change.
  public struct CustomChallengesUpdate: Equatable, Sendable {
    var challenges: CustomChallenges
    var notice: ChangeNotice
    /// The challenge to select; `nil` keeps the selection.
    var selected: Challenge.ID?
    /// The change, if it can be undone.
    var undoable: ChallengeChange?
    /// The change by another program that prevented this change.
    var conflict: EditConflict<Challenge>?
  }

  /// A change of the custom challenges.
  public enum CustomChallengeEdit: Equatable, Sendable {
    case add(Challenge)
    /// Save a new version of a challenge in place of `replacing`, which is `nil` if the person knows of its deletion.
    case edit(Challenge, replacing: Challenge?)
    case delete(Challenge)
    /// Undo a change; `nil` undoes the last change.
    case undo(ChallengeChange?)
  }

  func loadCustomChallenges() -> Effect<Action> {
    .request(CancelID.customChallenges) {
      try await challenges.custom()
    } response: {
      ._internal(.customChallengesResponse($0))
    }
  }

  /// Starts a change. Only one runs at a time, because a change refers to the result of the previous one.
  func change(_ state: inout State, _ edit: CustomChallengeEdit) -> Effect<Action> {
    guard !state.isEditingCustomChallenges else { return .none }
    state.isEditingCustomChallenges = true
    state.notice = nil
    state.failure = nil
    state.failedEdit = nil
    return .request(CancelID.edit) {
      try await perform(edit)
    } response: {
      ._internal(.customChallengeEditResponse($0.mapError { FailedRequest(edit, $0) }))
    }
  }

  private func perform(_ edit: CustomChallengeEdit) async throws -> CustomChallengesUpdate {
    do {
      let (notice, selected) = try await store(edit)
      let challenges = try await challenges.custom()
      // An edit can be undone only while its result is still the stored version.
      let undoable: ChallengeChange? =
        switch edit {
        case .edit(let new, _): challenges.current.first { $0.id == new.id }.map { .edited($0) }
        case .delete(let challenge): .deleted(challenge.id)
        case .add, .undo: nil
        }
      return CustomChallengesUpdate(
        challenges: challenges, notice: notice, selected: selected, undoable: undoable)
    } catch let conflict as EditConflict<Challenge> {
      let notice: ChangeNotice =
        if case .delete = edit { conflict.current == nil ? .alreadyDeleted : .notDeleted } else {
          .notUndone
        }
      return CustomChallengesUpdate(
        challenges: try await challenges.custom(), notice: notice, conflict: conflict)
    }
  }

  private func store(
    _ edit: CustomChallengeEdit
  ) async throws -> (notice: ChangeNotice, selected: Challenge.ID?) {
    switch edit {
    case .add(let challenge):
      let added = try await challenges.add(challenge: challenge)
      return (.added(added.name), added.id)
    case .edit(let challenge, let seen):
      try await challenges.edit(challenge: challenge, seen: seen)
      return (.changed(challenge.name), challenge.id)
    case .delete(let challenge):
      try await challenges.delete(challenge: challenge)
      return (.deleted(challenge.name), nil)
    case .undo(let change):
      guard let challenge = try await challenges.undo(change: change) else {
        return (.nothingToUndo, nil)
      }
      return (.restored(challenge.name), challenge.id)
    }
  }
}

extension Workouts.State {
  /// Adds the custom challenges to the built-in ones.
  ///
  /// - Parameter selected: The challenge to select; `nil` keeps the selection.
  mutating func apply(_ custom: CustomChallenges, selected: Challenge.ID? = nil) {
    let awaited = awaitedChallenge.flatMap { catalogue[$0] == nil ? $0 : nil }
    let candidates = [selected, awaited, selectedChallenge?.id].compactMap(\.self)
    awaitedChallenge = nil
    $catalogue.set(standard.adding(custom))
    let visible = visibleChallenges
    selection =
      candidates.lazy.compactMap { id in visible.firstIndex { $0.id == id } }.first
      ?? selection.clamped(in: visible.count)
  }
}

extension Workouts {
  /// Shows a failure, in a sheet unless another screen covers the catalogue.
  func explain(
    _ failure: Failure, dataStatus: String, _ state: inout State
  ) -> Effect<Action> {
    state.notice = nil
    state.failure = failure
    // A sheet over a workout would receive the workout's keys.
    guard !state.hasActiveWorkout,
      state.destination == nil || state.destination?.errorSheet != nil
    else { return .none }
    state.destination = .errorSheet(
      ErrorHandling.State(failure, dataStatus: dataStatus, canRetry: true))
    return .none
  }

  /// The minimum width at which a list without a page beside it has sparklines.
  public static let minWidthForSparklines = 90

  func load(_ state: State) -> Effect<Action> {
    .merge(loadResults(state), loadCustomChallenges(), loadPlans())
  }

  func loadResults(_ state: State) -> Effect<Action> {
    let count = state.showsSparklines ? PersonalResults.maxRecentCount : 0
    return .request(CancelID.results) {
      try await workouts.results(maxRecentCount: count)
    } response: {
      ._internal(.resultsResponse($0))
    }
  }

  func loadPlans() -> Effect<Action> {
    .request(CancelID.plans) { [settings, today] in
      LoadedPlans(
        plans: try await plans.all(), next: try await strength.next(settings, today), today: today)
    } response: {
      ._internal(.plansResponse($0))
    }
  }
}
