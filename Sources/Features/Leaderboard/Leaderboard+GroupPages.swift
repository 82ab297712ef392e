import Clients
import Models
import ReducerRuntime

/// The pages of a group's leaderboard.
extension Leaderboard {
  /// Loads a page of the shown group. If nothing is shown yet, the page that was last seen appears at once.
  func loadGroupPage(_ request: Request, _ state: inout State) -> Effect<Action> {
    guard let group = state.group?.id, let range = state.range(of: request) else { return .none }
    state.isLoading = true
    state.failure = nil
    state.request = request
    let isEmpty = state.entries.isEmpty
    return .run { [filter = state.filter, challenge = state.challenge.id] send in
      // If it cannot be read, the response of the server is the first thing to show.
      if isEmpty,
        let seen = try? await groups.lastSeenPage(
          range: range, filter: filter, challenge: challenge, group: group)
      {
        await send(._internal(.lastSeenPage(seen)))
      }
      await send(
        ._internal(
          .groupPageResponse(
            outcome {
              try await groups.page(
                range: range, filter: filter, challenge: challenge, group: group)
            })))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// Shows the page that was last seen until the server responds.
  func show(lastSeen page: GroupPage, _ state: inout State) -> Effect<Action> {
    guard state.group != nil, state.entries.isEmpty else { return .none }
    insert(page, &state)
    state.isLoading = true
    return updatePage(&state)
  }

  /// Shows a page of a group, or the reason why there is none. Entries that are shown stay.
  func show(_ page: Result<GroupPage, Failure>, _ state: inout State) -> Effect<Action> {
    guard state.group != nil else { return .none }
    state.isLoading = false
    switch page {
    case .success(let page) where page.offlineReason == nil:
      insert(page, &state)
      // A refresh has half a page on each side of the selection, and the next move loads more.
      let next = state.request == .refresh ? .none : loadAdjacentPage(&state)
      let change = showMissedChange(&state)
      return .merge(.cancel(id: CancelID.retry), .merge(next, change, updatePage(&state)))

    case .success(let page):
      if state.request != .refresh || state.entries.isEmpty { insert(page, &state) }
      state.group?.offlineReason = page.offlineReason
      updateAge(&state)
      return .merge(retryLater(state), updatePage(&state))

    case .failure(let failure):
      state.failure = failure
      updateAge(&state)
      return retryLater(state)
    }
  }

  /// Schedules another attempt while the tab is on screen.
  private func retryLater(_ state: State) -> Effect<Action> {
    guard state.group?.isWatching == true else { return .none }
    return .run { send in
      try await clock.sleep(for: Self.retryDelay)
      await send(._internal(.reloadDue))
    }
    .cancellable(id: CancelID.retry, cancelInFlight: true)
  }

  /// Schedules a reload if the leaderboard has changed while a page was being loaded.
  private func showMissedChange(_ state: inout State) -> Effect<Action> {
    guard state.group?.hasMissedChange == true, !state.isLoading else { return .none }
    state.group?.hasMissedChange = false
    return note(changeOf: nil, &state)
  }

  /// Adds a page to the entries, or replaces them with it, and remembers its cursors.
  private func insert(_ page: GroupPage, _ state: inout State) {
    guard var group = state.group else { return }
    let isReplacement = state.request != .nextPage && state.request != .previousPage
    if isReplacement { (group.starts, group.ends) = ([:], [:]) }
    var ids: Set<Standing.ID> = []
    var loaded = page.page
    // A server may send anything.
    loaded.standings.removeAll { !ids.insert($0.id).inserted }
    let (first, last) = (state.entries.first?.id, state.entries.last?.id)
    if let id = loaded.standings.first?.id { group.starts[id] = page.previous }
    if let id = loaded.standings.last?.id { group.ends[id] = page.next }
    group.loadedAt = isReplacement ? page.loadedAt : group.loadedAt.map { min($0, page.loadedAt) }
    group.offlineReason = nil
    group.age = nil
    state.group = group
    show(loaded, &state)
    // A page without a new entry is the end, so that no server keeps a client loading.
    if state.request == .nextPage, let end = state.entries.last?.id {
      state.group?.ends[end] = end == last ? nil : page.next
    }
    if state.request == .previousPage, let start = state.entries.first?.id {
      state.group?.starts[start] = start == first ? nil : page.previous
    }
    state.hasMorePages = state.entries.last.map { state.group?.ends[$0.id] != nil } ?? false
  }

  /// Updates the age of the entries in words.
  private func updateAge(_ state: inout State) {
    let loadedAt = state.group?.loadedAt
    state.group?.age = loadedAt?.ageText(at: date.now)
  }
}
