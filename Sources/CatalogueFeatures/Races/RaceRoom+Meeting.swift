import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures

// The room on the server: joining and leaving it, following it, and comparing the clocks.
/// An error for a race that was over more than an hour ago, or never existed.
private struct UnknownRace: ExplainedError {
  var summary: String { "this race no longer exists" }
  var remedy: String { "press n to open another one" }
  var details: String { "unknown race" }
}

extension RaceRoom {
  func request(_ body: @escaping @Sendable () async throws -> Race) -> Effect<Action> {
    .request(CancelID.room, body) { ._internal(.raceResponse($0)) }
  }

  /// Joins an open room, or watches a race that has started, or opens a room.
  ///
  /// - Parameter isNew: Whether to open a room in any case.
  func enterRoom(_ state: State) -> Effect<Action> {
    .request(CancelID.room) { [races, request = state.request] in
      for group in request.isNew ? [] : request.groups {
        let found = try await races.list(group: group.joinedID).filter { race in
          race.challenge == request.challenge
            && (request.code.map { $0 == race.code } ?? !race.isOver)
        }
        guard let known = found.first(where: \.isOpen) ?? found.first else { continue }
        let race =
          known.isOpen
          ? try await races.enter(isReady: false, id: known.id, group: group.joinedID)
          : try await races.race(id: known.id, group: group.joinedID)
        return GroupRace(group: group, race: race)
      }
      if request.code != nil { throw UnknownRace() }
      let group = request.groups[0]
      let race = try await races.open(
        challenge: request.challenge, delay: request.delay, group: group.joinedID)
      return GroupRace(group: group, race: race)
    } response: {
      ._internal(.entered($0))
    }
  }

  func enter(
    _ race: Race.ID, isReady: Bool, _ group: JoinedGroup.ID
  ) -> Effect<Action> {
    request { [races] in try await races.enter(isReady: isReady, id: race, group: group) }
  }

  /// Reads the room. If it changes in the meantime, it is read once more.
  func read(_ state: inout State) -> Effect<Action> {
    guard let race = state.race?.id, !state.isReading else {
      state.hasChangedSince = true
      return .none
    }
    (state.isReading, state.hasChangedSince) = (true, false)
    return .run { [races, group = state.groupID] send in
      let response = await outcome { try await races.race(id: race, group: group) }
      await send(._internal(.readResponse(response)))
    }
    .cancellable(id: CancelID.read)
  }

  /// Shows a race as the server describes it, with reps that arrived after the description.
  func show(_ description: Race, _ state: inout State) -> Effect<Action> {
    let wasDecided = state.race?.start != nil
    var race = description
    for known in state.race?.racers ?? [] {
      guard let index = race.racers.firstIndex(where: { $0.id == known.id }),
        known.elapsed > race.racers[index].elapsed
      else { continue }
      (race.racers[index].reps, race.racers[index].elapsed) = (known.reps, known.elapsed)
    }
    state.failure = nil
    state.race = race
    state.recordOwn()
    for racer in race.racers where state.news[racer.id] == nil { state.news[racer.id] = uptime }
    let shown = updateStandings(&state)
    let started = startIfDecided(&state)
    return .merge(shown, started, race.start == nil || wasDecided ? .none : display())
  }

  func watch(_ race: Race.ID, _ group: JoinedGroup.ID) -> Effect<Action> {
    .run { [races] send in
      try await races.watch(id: race, group: group) { await send(._internal(.updated($0))) }
    } catch: { error, send in
      await send(._internal(.watchFailed(Failure(error))))
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  func display() -> Effect<Action> {
    .run { [continuousClock] send in
      for await _ in continuousClock.timer(interval: Self.displayInterval) {
        await send(._internal(.displayTick))
      }
    }
    .cancellable(id: CancelID.display, cancelInFlight: true)
  }

  /// Compares the clocks five times within two seconds, and then every ten seconds.
  func synchronizeClock(_ group: JoinedGroup.ID) -> Effect<Action> {
    .run { [races, continuousClock] send in
      for number in 1... {
        @Dependency(\.uptime) var uptime
        let sent = uptime
        let response = await outcome { try await races.time(group: group) }
        await send(._internal(.clockResponse(sent: sent, received: uptime, response)))
        try await continuousClock.sleep(for: number < 5 ? .milliseconds(400) : .seconds(10))
      }
    }
    .cancellable(id: CancelID.clock, cancelInFlight: true)
  }
}
