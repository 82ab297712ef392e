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
  ///
  /// One is read at a time, and the page that is there stays until the next can take its place: moving fast through the
  /// list reads few of them, and nothing flickers.
  func updatePage(_ state: inout State) -> Effect<Action> {
    guard state.showsPages, let standing = state.selected else {
      state.page = nil
      guard state.pageRequest != nil else { return .none }
      state.pageRequest = nil
      return .cancel(id: CancelID.workout)
    }
    guard state.pageRequest == nil, state.page?.standing != standing else { return .none }
    // The place may be another, and the workout the same.
    if state.page?.standing.workout == standing.workout, state.page?.failure == nil {
      state.page?.standing = standing
      return .none
    }
    state.pageRequest = standing
    return .run { send in
      await send(
        ._internal(
          .pageResponse(
            standing, outcome { try await leaderboard.workout(id: standing.workout) })))
    }
    .cancellable(id: CancelID.workout, cancelInFlight: true)
  }

  /// Shows a page that was read. Of one that could not be read it says so.
  func showPage(
    of standing: Standing, _ workout: Result<Workout?, Failure>, _ state: inout State
  ) -> Effect<Action> {
    state.pageRequest = nil
    switch workout {
    case .success(let workout): state.page = Page(standing: standing, workout: workout)
    case .failure(let failure): state.page = Page(standing: standing, failure: failure)
    }
    return updatePage(&state)
  }
}
