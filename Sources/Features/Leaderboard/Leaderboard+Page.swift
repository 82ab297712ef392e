import Clients
import Models
import ReducerRuntime

extension Leaderboard {
  /// A page with the workout of an entry, or with the failure to read it.
  public struct Page: Equatable, Sendable {
    public internal(set) var standing: Standing
    /// The workout; `nil` if it no longer exists.
    public internal(set) var workout: Workout?
    public internal(set) var failure: Failure?
  }

  /// Reads the workout of the selected entry if the terminal has room for its page.
  func updatePage(_ state: inout State) -> Effect<Action> {
    let selected = state.showsPages ? state.selected : nil
    if selected == nil { state.page = nil }
    // The same workout may have another rank.
    if let selected, let page = state.page, page.failure == nil, page.standing != selected,
      page.standing.workout == selected.workout
    {
      state.page?.standing = selected
    }
    return state.pageRequest.read(
      selected, shown: state.page?.standing, id: CancelID.workout
    ) { [group = state.group?.id] standing in
      ._internal(
        .pageResponse(standing, await outcome { try await workout(of: standing, in: group) }))
    }
  }

  /// Returns the workout of an entry of a group's leaderboard, or of this machine's.
  nonisolated(nonsending) func workout(
    of standing: Standing, in group: JoinedGroup.ID?
  ) async throws -> Workout? {
    guard let group else { return try await leaderboard.workout(id: standing.workout) }
    return try await groups.workout(id: standing.workout, group: group)
  }

  /// Shows the page of a workout that was read, or the failure to read it.
  func showPage(
    of standing: Standing, _ workout: Result<Workout?, Failure>, _ state: inout State
  ) -> Effect<Action> {
    state.pageRequest.end()
    switch workout {
    case .success(let workout): state.page = Page(standing: standing, workout: workout)
    case .failure(let failure): state.page = Page(standing: standing, failure: failure)
    }
    return updatePage(&state)
  }
}
