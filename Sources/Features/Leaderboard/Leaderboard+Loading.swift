import Clients
import Models
import ReducerRuntime

extension Leaderboard {
  /// A request to the database or to a group's server, which a retry repeats.
  enum Request: Equatable, Sendable {
    /// Reload the shown entries.
    case refresh
    /// Replace the entries with the first page.
    case firstPage
    /// Load the page before the entries.
    case previousPage
    /// Load the page after the entries.
    case nextPage
    /// Replace the entries with the last page.
    case lastPage
    /// Replace the entries with those around your own.
    case yourPlace
    /// Load the workout of a standing, for a race.
    case race(Standing)
  }

  /// Clears the entries and loads the first page.
  func restart(_ state: inout State) -> Effect<Action> {
    state.clear()
    return reload(&state)
  }

  /// Reloads the shown entries, which stay until the response arrives.
  func reload(_ state: inout State) -> Effect<Action> {
    if state.group != nil {
      return .merge(loadGroupPage(.refresh, &state), loadPublication(state))
    }
    // A window at the top is read from the top, so that it includes a new first place.
    guard state.offset > 0, let selected = state.cursor(at: state.selection) else {
      let minCount = state.selection + 1
      return load(.refresh, &state) {
        [filter = state.boardFilter, challenge = state.challenge.id] in
        var combined = try await leaderboard.page(after: nil, filter: filter, challenge: challenge)
        while combined.standings.count < minCount, let cursor = combined.next {
          let page = try await leaderboard.page(
            after: cursor, filter: filter, challenge: challenge)
          combined.standings += page.standings
          combined.next = page.next
          combined.rejectedCount += page.rejectedCount
        }
        return combined
      }
    }
    return load(.refresh, &state) { [filter = state.boardFilter, challenge = state.challenge.id] in
      try await leaderboard.pageAround(cursor: selected, filter: filter, challenge: challenge)
    }
  }

  /// Loads the next or previous page if the selection is near it and no page is being loaded.
  ///
  /// - Parameter offset: The distance that the selection was moved. The minimum and the maximum load the first and the
  ///   last page.
  func loadAdjacentPage(_ state: inout State, movedBy offset: Int = 0) -> Effect<Action> {
    let prefetchDistance = LeaderboardPage.size / 2
    if offset == .min, state.hasPreviousPages { return load(.firstPage, &state) }
    if offset == .max, state.hasMorePages { return load(.lastPage, &state) }
    guard !state.isLoading else { return .none }
    if state.selection < prefetchDistance, state.hasPreviousPages {
      return load(.previousPage, &state)
    }
    if state.selection >= state.entries.count - prefetchDistance, state.hasMorePages {
      return load(.nextPage, &state)
    }
    return .none
  }

  /// Loads a page.
  func load(_ request: Request, _ state: inout State) -> Effect<Action> {
    if state.group != nil { return loadGroupPage(request, &state) }
    let (filter, challenge) = (state.boardFilter, state.challenge.id)
    let first = state.cursor(at: 0)
    let last = state.cursor(at: state.entries.count - 1)
    return load(request, &state) {
      switch request {
      case .previousPage:
        try await leaderboard.pageBefore(before: first, filter: filter, challenge: challenge)
      case .nextPage:
        try await leaderboard.page(after: last, filter: filter, challenge: challenge)
      case .lastPage:
        try await leaderboard.pageBefore(before: nil, filter: filter, challenge: challenge)
      case .firstPage, .refresh, .yourPlace, .race:
        try await leaderboard.page(after: nil, filter: filter, challenge: challenge)
      }
    }
  }

  private func load(
    _ request: Request, _ state: inout State,
    _ pages: @escaping @Sendable () async throws -> LeaderboardPage
  ) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    state.closeErrorSheet()
    state.request = request
    return .run { send in
      do {
        await send(._internal(.loadResponse(.success(try await pages()))))
      } catch is StaleCursor {
        await send(._internal(.weekEnded))
      } catch {
        await send(._internal(.loadResponse(.failure(Failure(error)))))
      }
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// Adds a loaded page to the entries. A refresh keeps the same person selected, even at another rank.
  func show(_ page: LeaderboardPage, _ state: inout State) {
    switch state.request {
    case .nextPage: state.append(page)
    case .previousPage: state.prepend(page)
    case .refresh: state.replace(with: page, selecting: state.selected?.id)
    case .lastPage: state.replace(with: page, selecting: page.standings.last?.id)
    case .yourPlace: state.replace(with: page, selecting: page.yourStanding?.id)
    case .firstPage, .race: state.replace(with: page, selecting: page.standings.first?.id)
    }
    if state.offset == 0 { state.topScore = state.entries.first?.score }
    if let rejection = LeaderboardPage.rejectionMessage(count: page.rejectedCount) {
      state.notice = rejection + "."
    }
    state.yourStanding = page.yourStanding
    state.week = page.week
    state.participantCount = page.participantCount
    state.selection = state.selection.clamped(in: state.entries.count)
    state.isLoading = false
  }
}

/// The window of loaded entries, which follows the selection.
extension Leaderboard.State {
  /// Returns a cursor to the entry at `index`, if there is one.
  func cursor(at index: Int) -> Standing.Cursor? {
    guard entries.indices.contains(index) else { return nil }
    return Standing.Cursor(
      challenge: challenge.id, week: week, standing: entries[index], position: offset + index + 1)
  }

  /// Replaces the entries with those of a page.
  mutating func replace(with page: LeaderboardPage, selecting id: Standing.ID?) {
    entries = IdentifiedArray(uniqueElements: page.standings)
    offset = page.offset
    hasMorePages = page.next != nil
    if let id, let index = entries.index(id: id) { selection = index }
  }

  /// Appends a page and removes the entries at the top that exceed the window size.
  mutating func append(_ page: LeaderboardPage) {
    for standing in page.standings { entries.updateOrAppend(standing) }
    hasMorePages = page.next != nil
    let excess = removableCount(atTop: max(0, entries.count - Leaderboard.windowSize))
    entries.removeSubrange(0..<excess)
    offset += excess
    selection = max(0, selection - excess)
  }

  /// Prepends a page and removes the entries at the end that exceed the window size.
  mutating func prepend(_ page: LeaderboardPage) {
    let selected = selected?.id
    // An entry of the page that was loaded before has moved up, so its old copy is dropped.
    let above = Set(page.standings.map(\.id))
    let below = entries.filter { !above.contains($0.id) }
    entries = IdentifiedArray(uniqueElements: page.standings + below)
    offset = page.offset
    if let selected, let index = entries.index(id: selected) { selection = index }
    let excess = removableCount(atEnd: max(0, entries.count - Leaderboard.windowSize))
    entries.removeSubrange(entries.count - excess..<entries.count)
    hasMorePages = hasMorePages || excess > 0
  }
}
