import Clients
import Models
import ReducerRuntime

extension Leaderboard {
  /// What was asked of the database last, and is asked again by who retries.
  enum Request: Equatable, Sendable {
    /// The lines that are shown, loaded again.
    case refresh
    /// The first page, in the place of what is there.
    case top
    /// The page above what is there.
    case previousPage
    /// The page behind what is there.
    case nextPage
    /// The last page, in the place of what is there.
    case end
    /// The workout that earned this place, to race against.
    case race(Standing)
  }

  /// Shows another leaderboard from its first page.
  func restart(_ state: inout State) -> Effect<Action> {
    state.clear()
    return reload(&state)
  }

  /// Loads the shown lines again. They stay until the answer has come.
  func reload(_ state: inout State) -> Effect<Action> {
    // A window that begins at the top is read from there, so that who comes to stand first is in it.
    guard state.offset > 0, let selected = state.cursor(at: state.selection) else {
      let minCount = state.selection + 1
      return load(.refresh, &state) { [filter = state.filter, challenge = state.challenge.id] in
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
    return load(.refresh, &state) { [filter = state.filter, challenge = state.challenge.id] in
      try await leaderboard.pageAround(cursor: selected, filter: filter, challenge: challenge)
    }
  }

  /// Loads the page that the selection comes near to, and one at a time.
  ///
  /// - Parameter offset: How far the selection was moved; all the way leads to the first or the last page at once.
  func loadAdjacentPage(_ state: inout State, movedBy offset: Int = 0) -> Effect<Action> {
    let prefetchDistance = LeaderboardPage.size / 2
    if offset == .min, state.offset > 0 { return load(.top, &state) }
    if offset == .max, state.hasMorePages { return load(.end, &state) }
    guard !state.isLoading else { return .none }
    if state.selection < prefetchDistance, state.offset > 0 { return load(.previousPage, &state) }
    if state.selection >= state.entries.count - prefetchDistance, state.hasMorePages {
      return load(.nextPage, &state)
    }
    return .none
  }

  /// Loads a page.
  func load(_ request: Request, _ state: inout State) -> Effect<Action> {
    let (filter, challenge) = (state.filter, state.challenge.id)
    let first = state.cursor(at: 0)
    let last = state.cursor(at: state.entries.count - 1)
    return load(request, &state) {
      switch request {
      case .previousPage:
        try await leaderboard.pageBefore(before: first, filter: filter, challenge: challenge)
      case .nextPage:
        try await leaderboard.page(after: last, filter: filter, challenge: challenge)
      case .end:
        try await leaderboard.pageBefore(before: nil, filter: filter, challenge: challenge)
      case .top, .refresh, .race:
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

  /// Shows a page. The selection stays with its person, whatever their place is now.
  func show(_ page: LeaderboardPage, _ state: inout State) {
    switch state.request {
    case .nextPage: state.append(page)
    case .previousPage: state.prepend(page)
    case .refresh: state.replace(with: page, selecting: state.selected?.id)
    case .end: state.replace(with: page, selecting: page.standings.last?.id)
    case .top, .race: state.replace(with: page, selecting: page.standings.first?.id)
    }
    if state.offset == 0 { state.topScore = state.entries.first?.score }
    if let rejection = LeaderboardPage.rejectionMessage(count: page.rejectedCount) {
      state.notice = rejection + "."
    }
    state.you = page.you
    state.week = page.week
    state.participantCount = page.participantCount
    state.selection = state.selection.moved(by: 0, in: state.entries.count)
    state.isLoading = false
  }
}

/// The lines that are kept of a leaderboard: a window that moves along it with the selection.
extension Leaderboard.State {
  /// Marks a line that is kept.
  func cursor(at index: Int) -> Standing.Cursor? {
    guard entries.indices.contains(index) else { return nil }
    return Standing.Cursor(
      challenge: challenge.id, week: week, standing: entries[index], position: offset + index + 1)
  }

  /// Puts the lines of a page in the place of those that are there.
  mutating func replace(with page: LeaderboardPage, selecting id: Standing.ID?) {
    entries = IdentifiedArray(uniqueElements: page.standings)
    offset = page.offset
    hasMorePages = page.next != nil
    if let id, let index = entries.index(id: id) { selection = index }
  }

  /// Adds the page behind the last line, and forgets as many at the top as are too many.
  mutating func append(_ page: LeaderboardPage) {
    for standing in page.standings { entries.updateOrAppend(standing) }
    hasMorePages = page.next != nil
    let excess = max(0, entries.count - Leaderboard.windowSize)
    entries.removeSubrange(0..<excess)
    offset += excess
    selection = max(0, selection - excess)
  }

  /// Adds the page above the first line, and forgets as many at the end as are too many.
  mutating func prepend(_ page: LeaderboardPage) {
    let selected = selected?.id
    // Who is on the page now has moved there from below.
    let above = Set(page.standings.map(\.id))
    let below = entries.filter { !above.contains($0.id) }
    entries = IdentifiedArray(uniqueElements: page.standings + below)
    offset = page.offset
    if let selected, let index = entries.index(id: selected) { selection = index }
    let excess = max(0, entries.count - Leaderboard.windowSize)
    entries.removeSubrange(entries.count - excess..<entries.count)
    hasMorePages = hasMorePages || excess > 0
  }
}
