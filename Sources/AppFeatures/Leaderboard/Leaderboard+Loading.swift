import Clients
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

// MARK: - Pages

extension Leaderboard {
  /// Shows the leaderboard of another source.
  func show(_ source: LeaderboardSource, _ state: inout State) -> Effect<Action> {
    let end = unfollow(&state)
    state.source = source
    let restart = restart(&state)
    return .merge(end, .merge(restart, watch(&state)))
  }

  /// Clears the entries and loads the first page.
  func restart(_ state: inout State) -> Effect<Action> {
    state.clear()
    return reload(&state)
  }

  /// Reloads the shown entries, which stay until the response arrives.
  func reload(_ state: inout State) -> Effect<Action> {
    .merge(load(.refresh, &state), loadPublication(state))
  }

  /// Loads the next or previous page if the selection is near it and no page is being loaded.
  ///
  /// - Parameter offset: The distance that the selection was moved. `Int.min` loads the first page, and `Int.max` the
  ///   last page.
  func loadAdjacentPage(_ state: inout State, movedBy offset: Int = 0) -> Effect<Action> {
    let window = state.window
    let prefetchDistance = LeaderboardPage.size / 2
    if offset == .min, window.hasPreviousPages { return load(.firstPage, &state) }
    if offset == .max, window.hasMorePages { return load(.lastPage, &state) }
    guard !state.isLoading else { return .none }
    if window.selection < prefetchDistance, window.hasPreviousPages {
      return load(.previousPage, &state)
    }
    if window.selection >= window.entries.count - prefetchDistance, window.hasMorePages {
      return load(.nextPage, &state)
    }
    return .none
  }

  /// Loads a page. If nothing is shown yet, the last seen version of the page appears immediately.
  func load(_ request: LeaderboardRequest, _ state: inout State) -> Effect<Action> {
    guard let range = state.window.range(of: request) else { return .none }
    state.isLoading = true
    state.failure = nil
    state.closeErrorSheet()
    state.request = request
    let showsLastSeenPage = state.window.entries.isEmpty && !state.source.has(.local)
    let client = leaderboards.client(state.source.id)
    return .run { [filter = state.boardFilter, challenge = state.challenge.id] send in
      // If this page cannot be read, nothing is shown until the server responds.
      if showsLastSeenPage,
        let page = try? await client.lastSeenPage(
          range: range, filter: filter, challenge: challenge)
      {
        await send(._internal(.lastSeenPage(page)))
      }
      do {
        let page = try await client.page(range: range, filter: filter, challenge: challenge)
        await send(._internal(.loadResponse(.success(page))))
      } catch is StaleCursor {
        await send(._internal(.weekEnded))
      } catch {
        await send(._internal(.loadResponse(.failure(Failure(error)))))
      }
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// Adds a loaded page to the entries. If the server cannot be reached, `page` is the last seen version: a
  /// refresh then keeps the shown entries, and another attempt is made later.
  func insert(_ page: LeaderboardPage, _ state: inout State) -> Effect<Action> {
    state.isLoading = false
    let isOffline = page.offlineReason != nil
    if !isOffline || state.request != .refresh || state.window.entries.isEmpty {
      state.window.insert(page, for: state.request)
    }
    state.window.offlineReason = page.offlineReason
    state.window.age = isOffline ? state.window.loadedAt?.ageText(at: date.now) : nil
    if let rejection = LeaderboardPage.rejectionMessage(count: page.rejectedCount) {
      state.notice = rejection + "."
    }
    guard !isOffline else { return .merge(retryLater(state), updatePage(&state)) }
    // A refresh returns rows on both sides of the selection, and the next move loads more.
    let next = state.request == .refresh ? .none : loadAdjacentPage(&state)
    let change = showMissedChange(&state)
    return .merge(.cancel(id: CancelID.retry), .merge(next, change, updatePage(&state)))
  }

  /// Shows why a page could not be loaded. The shown entries stay.
  func showLoadFailure(_ failure: Failure, _ state: inout State) -> Effect<Action> {
    state.isLoading = false
    state.window.age = state.window.loadedAt?.ageText(at: date.now)
    explain(failure, &state)
    return retryLater(state)
  }

  /// Shows a failure. Only a failure of this machine is shown in a sheet, because network failures are common.
  func explain(_ failure: Failure, _ state: inout State) {
    state.failure = failure
    // A sheet would cover an open screen.
    guard state.source.has(.local),
      state.destination == nil || state.destination?.errorSheet != nil
    else { return }
    state.destination = .errorSheet(
      ErrorHandling.State(failure, dataStatus: "All scores are unchanged.", canRetry: true))
  }

  /// Schedules another attempt while changes are watched.
  private func retryLater(_ state: State) -> Effect<Action> {
    guard state.changes.areWatched else { return .none }
    return .run { send in
      try await clock.sleep(for: Self.retryDelay)
      await send(._internal(.reloadDue))
    }
    .cancellable(id: CancelID.retry, cancelInFlight: true)
  }
}

// MARK: - Changes

extension Leaderboard {
  /// The state of the watch for changes of the shown leaderboard.
  struct Changes: Equatable {
    var areWatched = false
    /// The reason why changes are no longer watched. Loading entries doesn't clear it.
    var failure: Failure?
    /// Whether a reload after a change is scheduled.
    var isReloadScheduled = false
    /// Whether the leaderboard has changed while a page was being loaded.
    var hasMissedChange = false
  }

  /// The delay between a change of a leaderboard and the reload. Changes during the delay need no further reload.
  static let changeDelay = Duration.milliseconds(250)
  /// The delay before another attempt after the server could not be reached.
  static let retryDelay = Duration.seconds(60)

  /// Reads the sources, and watches the shown one while the tab is on screen.
  func follow(_ state: inout State) -> Effect<Action> {
    let sources = Effect<Action>.request(CancelID.sources) {
      try await leaderboards.sources()
    } response: {
      ._internal(.sourcesResponse($0))
    }
    guard state.source.has(.changes), !state.changes.areWatched else { return sources }
    return .merge(sources, watch(&state), reloadIfIdle(&state))
  }

  /// Stops watching changes and cancels scheduled reloads, because the tab is not on screen.
  func unfollow(_ state: inout State) -> Effect<Action> {
    state.changes = Changes()
    state.isAskingToPublish = false
    return .cancel(ids: [CancelID.sources, .watch, .change, .retry])
  }

  /// Updates the sources. If the person has left the shown group, this machine's leaderboard replaces it.
  func update(_ sources: [LeaderboardSource], _ state: inout State) -> Effect<Action> {
    state.sources = sources
    guard let source = sources.first(where: { $0.id == state.source.id }) else {
      return show(.machine, &state)
    }
    state.source = source
    return .none
  }

  /// Watches the changes of the shown source.
  private func watch(_ state: inout State) -> Effect<Action> {
    guard state.source.has(.changes) else { return .none }
    state.changes.areWatched = true
    state.changes.failure = nil
    let client = leaderboards.client(state.source.id)
    return .run { send in
      do {
        try await client.watch { await send(._internal(.boardChanged($0))) }
      } catch {
        await send(._internal(.watchFailed(Failure(error))))
      }
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  /// Schedules a reload after the leaderboard of `challenge` has changed; `nil` stands for any leaderboard.
  func scheduleReload(afterChangeOf challenge: Challenge.ID?, _ state: inout State)
    -> Effect<Action>
  {
    guard challenge == nil || challenge == state.challenge.id else { return .none }
    // A reload now would cancel the one in progress, and frequent changes would cancel every reload.
    if state.isLoading { state.changes.hasMissedChange = true }
    guard !state.isLoading, !state.changes.isReloadScheduled else { return .none }
    state.changes.isReloadScheduled = true
    return .run { send in
      try await clock.sleep(for: Self.changeDelay)
      await send(._internal(.reloadDue))
    }
    .cancellable(id: CancelID.change, cancelInFlight: true)
  }

  /// Schedules a reload if the leaderboard has changed while a page was being loaded.
  private func showMissedChange(_ state: inout State) -> Effect<Action> {
    guard state.changes.hasMissedChange, !state.isLoading else { return .none }
    state.changes.hasMissedChange = false
    return scheduleReload(afterChangeOf: nil, &state)
  }

  /// Reloads the entries after a change. If a page is being loaded, the reload follows it.
  func reloadAfterChange(_ state: inout State) -> Effect<Action> {
    state.changes.isReloadScheduled = false
    if state.isLoading { state.changes.hasMissedChange = true }
    return reloadIfIdle(&state)
  }

  private func reloadIfIdle(_ state: inout State) -> Effect<Action> {
    state.isLoading ? .none : reload(&state)
  }
}

// MARK: - The selected workout

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
    let selected = state.showsPages ? state.window.selected : nil
    if selected == nil { state.page = nil }
    // The rank of the same workout may have changed.
    if let selected, let page = state.page, page.failure == nil, page.standing != selected,
      page.standing.workout == selected.workout
    {
      state.page?.standing = selected
    }
    let client = leaderboards.client(state.source.id)
    return state.pageRequest.read(
      selected, shown: state.page?.standing, id: CancelID.workout
    ) { standing in
      ._internal(
        .pageResponse(standing, await outcome { try await client.workout(id: standing.workout) }))
    }
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

  /// Loads the workout of a standing, for a race against it.
  func race(against standing: Standing, _ state: inout State) -> Effect<Action> {
    guard state.challenge.scoring.countsReps else { return .none }
    state.request = .race(standing)
    state.isLoading = false
    state.notice = nil
    state.failure = nil
    state.closeErrorSheet()
    let client = leaderboards.client(state.source.id)
    return .merge(
      // A page that is being loaded is cancelled. The next move of the selection loads it again.
      .cancel(id: CancelID.page),
      .request(CancelID.race) {
        try await client.workout(id: standing.workout)
      } response: {
        ._internal(.raceResponse(standing, $0))
      })
  }

  /// Asks the parent to start the race, or shows why there is nothing to race against.
  func startRace(
    against standing: Standing, _ workout: Workout?, _ state: inout State
  ) -> Effect<Action> {
    guard let workout, workout.hasRecordedRepTimes else {
      state.notice =
        workout?.log.hasTypedReps == true
        ? "That result was typed in, so there is nothing to race."
        : "That result no longer has a rep log."
      return .none
    }
    let ghost = Ghost(
      name: standing.isYou ? Ghost.yourBest : PersonName.truncated(standing.name), workout)
    return .send(.delegate(.startRequested(.challenge(workout.challenge, ghost))))
  }

  /// Opens the detail screen of the selected workout.
  func open(_ state: inout State) -> Effect<Action> {
    guard let standing = state.window.selected else { return .none }
    state.notice = nil
    state.destination = .workout(
      WorkoutDetail.State(
        standing, in: state.challenge.id, of: state.source, place: state.place(of: standing),
        catalogue: state.$catalogue))
    return .merge(.recordUse(of: .workoutDetail), sendToWorkout(.appear, state))
  }

  /// Sends a command to the detail screen, if it is open.
  func sendToWorkout(
    _ command: WorkoutDetail.Action.Command, _ state: State
  ) -> Effect<Action> {
    guard state.destination?.workout != nil else { return .none }
    return .send(._internal(.destination(.presented(.workout(.command(command))))))
  }
}

// MARK: - Publishing

/// Publishing workouts of the challenge, if the source supports it.
extension Leaderboard {
  /// Reads whether workouts are published, and the number of workouts that wait for the network.
  func loadPublication(_ state: State) -> Effect<Action> {
    guard state.source.has(.publishing) else { return .none }
    let client = leaderboards.client(state.source.id)
    return .request(CancelID.publication) { [challenge = state.challenge.id] in
      try await client.publication(challenge: challenge)
    } response: {
      ._internal(.publicationResponse($0))
    }
  }

  /// Starts or stops publishing after the person has confirmed it.
  func togglePublication(_ state: inout State) -> Effect<Action> {
    guard state.isAskingToPublish, let publication = state.publication else { return .none }
    state.isAskingToPublish = false
    let client = leaderboards.client(state.source.id)
    // The request continues when the person switches to another leaderboard.
    return .run { [challenge = state.challenge.id] send in
      let result = await outcome {
        try await client.setPublished(isOn: !publication.isOn, challenge: challenge)
      }
      await send(._internal(.publishingResponse(result)))
    }
  }

  /// The keys that answer the question before publishing.
  static let publishingKeys: KeyMap<State, Action.View> = [
    .init(
      [.enter], "publish", .publishingConfirmed, name: "confirm-publishing",
      when: { $0.publication?.isOn == false }),
    .init(
      [.enter], "stop publishing", .publishingConfirmed, name: "confirm-publishing",
      when: { $0.publication?.isOn == true }),
    .init([.escape], "cancel", .publishingCancelled, name: "cancel-publishing"),
  ]
}

extension Leaderboard.State {
  /// The question that asks to confirm the start or stop of publishing: a title and an explanation.
  var publishingQuestion: (title: String, message: String) {
    if publication?.isOn == true {
      return (
        "Stop publishing?",
        "Your workouts of \(challenge.name) are withdrawn from \(source.name). "
          + "They stay on this machine."
      )
    }
    return (
      "Publish \(challenge.name)?",
      "Everyone in \(source.name) sees your name there (\(source.member ?? "")), your scores and the "
        + "time of each rep, in past and future workouts. If you stop, your workouts are withdrawn."
    )
  }

  /// Whether workouts are published, in a few words.
  var publicationText: String? {
    guard let publication else { return nil }
    guard publication.waitingCount > 0 else {
      return publication.isOn ? "published" : "not published"
    }
    let count = publication.waitingCount
    let workouts = count == 1 ? "1 workout waits" : "\(count) workouts wait"
    return publication.isOn ? "\(workouts) for the network" : "\(workouts) to be withdrawn"
  }

  /// The problem with the last attempt to publish, if any.
  var publicationProblem: String? {
    if let refusal = publication?.refusal {
      return "The group refused a workout: \(refusal.reason.withFullStop)"
    }
    return publication?.failure.map { "Publishing: \($0.withFullStop)" }
  }

  /// The age of the entries and the reason why they may be out of date; `nil` if they are current.
  var stalenessText: String? {
    guard let age = window.age else { return nil }
    return "As of \(age)."
      + (window.offlineReason.map { " " + $0.withFullStop.capitalizedStart } ?? "")
  }
}

extension String {
  /// The text with a full stop at its end.
  fileprivate var withFullStop: String { hasSuffix(".") || isEmpty ? self : self + "." }
}
