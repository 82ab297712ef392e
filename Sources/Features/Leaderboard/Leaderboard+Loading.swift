import Clients
import Models
import ReducerRuntime

extension Leaderboard {
  /// What was asked of the database last, and is asked again by who retries.
  enum Request: Equatable, Sendable {
    /// The pages from the top on, in the place of what is there.
    case top
    /// The page behind what is there.
    case nextPage
    /// The workout that earned this place, to race against.
    case race(Standing)
  }

  /// Shows another leaderboard from its first page.
  func startOver(_ state: inout State) -> Effect<Action> {
    state.clear()
    return reload(&state)
  }

  /// Loads the pages again as far as the selection goes; what is shown stays until they are there.
  func reload(_ state: inout State) -> Effect<Action> {
    let wanted = state.selection + 1
    return load(.top, &state) { [filter = state.filter, challenge = state.challenge.id] in
      var all = try await leaderboard.page(after: nil, filter: filter, challenge: challenge)
      while all.standings.count < wanted, let cursor = all.next {
        let page = try await leaderboard.page(
          after: cursor, filter: filter, challenge: challenge)
        all.standings += page.standings
        all.next = page.next
      }
      return all
    }
  }

  /// Loads the next page once the selection comes near the end of what there is, and one at a time.
  func loadNextPageIfNear(_ state: inout State) -> Effect<Action> {
    let isNearEnd = state.selection >= state.entries.count - LeaderboardPage.size / 2
    guard isNearEnd, !state.isLoading else { return .none }
    return loadNextPage(&state)
  }

  func loadNextPage(_ state: inout State) -> Effect<Action> {
    guard let cursor = state.nextPage else { return .none }
    return load(.nextPage, &state) { [filter = state.filter, challenge = state.challenge.id] in
      try await leaderboard.page(after: cursor, filter: filter, challenge: challenge)
    }
  }

  private func load(
    _ request: Request, _ state: inout State,
    _ pages: @escaping @Sendable () async throws -> LeaderboardPage
  ) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    state.errorSheet = nil
    state.request = request
    return .run { send in
      do {
        await send(.loadResponse(.success(try await pages())))
      } catch is StaleCursor {
        await send(.weekEnded)
      } catch {
        await send(.loadResponse(.failure(Failure(error))))
      }
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// Shows what was loaded; whoever was selected still is, wherever they stand now.
  func show(_ page: LeaderboardPage, _ state: inout State) {
    var selected: Standing.ID?
    if state.request != .nextPage {
      selected = state.selected?.id
      state.entries = []
    }
    for standing in page.standings { state.entries.updateOrAppend(standing) }
    if let selected, let index = state.entries.index(id: selected) { state.selection = index }
    state.nextPage = page.next
    state.you = page.you
    state.week = page.week
    state.participantCount = page.participants
    state.selection = state.selection.moved(by: 0, in: state.entries.count)
    state.isLoading = false
  }
}
