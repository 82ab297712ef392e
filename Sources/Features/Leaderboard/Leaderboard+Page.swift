import Clients
import Models
import ReducerRuntime

extension Leaderboard {
  /// The workout behind a line, as far as it could be read.
  public struct Page: Equatable, Sendable {
    public internal(set) var standing: Standing
    /// `nil` where it is not there any more.
    public internal(set) var workout: Workout?
    public internal(set) var failure: Failure?
  }

  /// Reads the workout behind the selected line where its page is shown beside the list.
  func updatePage(_ state: inout State) -> Effect<Action> {
    let selected = state.showsPages ? state.selected : nil
    if selected == nil { state.page = nil }
    // The place may be another, and the workout the same.
    if let selected, let page = state.page, page.failure == nil, page.standing != selected,
      page.standing.workout == selected.workout
    {
      state.page?.standing = selected
    }
    return state.pageRequest.read(
      selected, shown: state.page?.standing, id: CancelID.workout
    ) { standing in
      ._internal(
        .pageResponse(
          standing, await outcome { try await leaderboard.workout(id: standing.workout) }))
    }
  }

  /// Shows a page that was read. Of one that could not be read it says so.
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
