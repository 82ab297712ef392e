import Clients
import Models
import ReducerRuntime

/// The groups that this machine has joined, and live changes of their leaderboards.
extension Leaderboard {
  /// The delay between a change of a group's leaderboard and the reload, during which further changes cost nothing.
  static let changeDelay = Duration.milliseconds(250)
  /// The delay before another attempt after the server could not be reached.
  static let retryDelay = Duration.seconds(60)

  /// Reads the joined groups, and watches the shown one while the tab is on screen.
  func follow(_ state: inout State) -> Effect<Action> {
    .merge(
      .run { send in
        await send(._internal(.groupsResponse(outcome { try await groups.groups() })))
      }
      .cancellable(id: CancelID.groups, cancelInFlight: true),
      state.group?.isWatching == false ? .merge(watch(&state), reloadIfIdle(&state)) : .none)
  }

  /// Ends the work for a group's leaderboard, because the tab is not on screen.
  func unfollow(_ state: inout State) -> Effect<Action> {
    guard state.group != nil else { return .cancel(id: CancelID.groups) }
    state.group?.isWatching = false
    state.group?.isReloadScheduled = false
    state.group?.hasMissedChange = false
    state.group?.isAskingToPublish = false
    return .cancel(ids: [CancelID.groups, .watch, .change, .retry])
  }

  /// Updates the groups. The leaderboard of a group that was left is closed.
  func show(_ groups: Result<[JoinedGroup], Failure>, _ state: inout State) -> Effect<Action> {
    switch groups {
    case .success(let groups):
      state.groups = groups
      guard let shown = state.group else { return .none }
      guard let group = groups.first(where: { $0.id == shown.id }) else {
        return show(nil, &state)
      }
      state.group?.group = group
      return .none
    case .failure(let failure):
      state.notice = failure.sentence
      return .none
    }
  }

  /// Shows the leaderboard of a group, or of this machine.
  func show(_ group: JoinedGroup?, _ state: inout State) -> Effect<Action> {
    let end = unfollow(&state)
    state.group = group.map(GroupBoard.init)
    let restart = restart(&state)
    return .merge(end, .merge(restart, watch(&state)))
  }

  /// Watches the changes of the shown group's leaderboards.
  private func watch(_ state: inout State) -> Effect<Action> {
    guard let id = state.group?.id else { return .none }
    state.group?.isWatching = true
    return .run { send in
      do {
        try await groups.watch(group: id) { await send(._internal(.boardChanged($0))) }
      } catch {
        await send(._internal(.watchFailed(Failure(error))))
      }
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  /// Schedules a reload after a change of a leaderboard; `nil` if any may have changed.
  func note(changeOf challenge: Challenge.ID?, _ state: inout State) -> Effect<Action> {
    guard let group = state.group, challenge == nil || challenge == state.challenge.id else {
      return .none
    }
    // A reload now would cancel the one in progress, and frequent changes all of them.
    if state.isLoading { state.group?.hasMissedChange = true }
    guard !state.isLoading, !group.isReloadScheduled else { return .none }
    state.group?.isReloadScheduled = true
    return .run { send in
      try await clock.sleep(for: Self.changeDelay)
      await send(._internal(.reloadDue))
    }
    .cancellable(id: CancelID.change, cancelInFlight: true)
  }

  /// Reloads the entries after a change, or after the page that is being loaded.
  func reloadAfterChange(_ state: inout State) -> Effect<Action> {
    state.group?.isReloadScheduled = false
    if state.isLoading { state.group?.hasMissedChange = true }
    return reloadIfIdle(&state)
  }

  private func reloadIfIdle(_ state: inout State) -> Effect<Action> {
    state.group == nil || state.isLoading ? .none : reload(&state)
  }
}
