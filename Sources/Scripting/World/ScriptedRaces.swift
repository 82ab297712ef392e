import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import Synchronization

/// A server for the live races of a script's groups, with simulated racers.
///
/// The races follow from the script's seed, the requests and the virtual time.
final class ScriptedRaces: Sendable {
  private struct State {
    var rooms: [ScriptedRoom] = []
    var random: SeededGenerator
  }

  private let racers: [ScriptedRacer]
  private let groups: ScriptedGroups
  private let person: PersonName
  private let time: ScriptedTime
  /// The server's time at the start of the script. Its clock is a minute ahead of the person's.
  private let startTime: Duration
  private let state: Mutex<State>

  /// The range of the time in milliseconds that a request for the time takes in each direction.
  private static let latency = 6...20

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - person: The script's user.
  ///   - groups: At least one group. Its network is also the one to this server.
  init(
    _ setup: Script.Setup, _ groups: ScriptedGroups, person: PersonName, _ time: ScriptedTime
  ) {
    racers = setup.racers
    self.groups = groups
    self.person = person
    self.time = time
    startTime = .milliseconds(setup.clock.millisecondsSince1970) + .seconds(61)
    state = Mutex(State(random: SeededGenerator(seed: setup.seed)))
  }

  /// The time of the server's clock since 1970.
  private var now: Duration { startTime + time.elapsed }

  /// Calls `body` with the state after everything that the racers have done until now.
  ///
  /// - Throws: An ``ExplainedError`` without a network, and errors of `body`.
  private func withState<Value>(_ body: (inout State) throws -> Value) throws -> Value {
    guard groups.isOnline else { throw ScriptedGroups.Unreachable() }
    return try state.withLock { state in
      if let index = racers.firstIndex(where: { $0.opened != nil }),
        let challenge = racers[index].opened, startTime + racers[index].delay <= now,
        !state.rooms.contains(where: { $0.opener == index })
      {
        open(challenge, by: index, in: groups.groups[0].id, startTime + racers[index].delay, &state)
      }
      for index in state.rooms.indices { state.rooms[index].update(to: now) }
      return try body(&state)
    }
  }

  /// Opens a room.
  ///
  /// - Parameter opener: The index of the racer; `nil` for the person.
  private func open(
    _ challenge: Challenge.ID, by opener: Int?, in group: JoinedGroup.ID, _ time: Duration,
    _ state: inout State
  ) {
    state.rooms.append(
      ScriptedRoom(
        challenge, racers, person, opener: opener, in: group, at: time,
        seed: state.random.next()))
  }

  /// Changes a room, and returns its race.
  private func change(
    _ id: Race.ID, _ body: (inout ScriptedRoom) -> Void = { _ in }
  ) throws -> Race {
    try withState { state in
      guard let index = state.rooms.firstIndex(where: { $0.race.id == id }) else {
        throw ScriptedGroups.Unreachable()
      }
      body(&state.rooms[index])
      state.rooms[index].update(to: now)
      return state.rooms[index].race
    }
  }

  /// Returns the races of a group, the latest first.
  private func races(of group: JoinedGroup.ID) throws -> [Race] {
    try withState { $0.rooms.filter { $0.group == group }.map(\.race).reversed() }
  }

  var client: RacesClient {
    RacesClient(
      groups: { self.groups.groups.map { LeaderboardSource($0) } },
      list: { try self.races(of: $0) },
      open: { challenge, delay, group in
        let id = try self.withState { state in
          self.open(challenge, by: nil, in: group, self.now, &state)
          return state.rooms[state.rooms.count - 1].race.id
        }
        return try self.change(id) { room in
          room.race.start = delay.map { self.now + $0 }
          room.race.isScheduled = delay != nil
        }
      },
      race: { id, _ in try self.change(id) },
      enter: { isReady, id, _ in try self.change(id) { $0.enter(isReady: isReady, at: self.now) } },
      start: { id, _ in try self.change(id) { $0.start(at: self.now) } },
      leave: { id, _ in _ = try self.change(id) { $0.leave() } },
      send: { batch, id, _ in
        try self.change(id) { $0.add(batch) }.yourself?.reps.count ?? 0
      },
      time: { _ in
        try await self.travel()
        let time = try self.withState { _ in self.now }
        try await self.travel()
        return time
      },
      watch: { race, group, receive in try await self.watch(race, group, receive) },
      link: { workout, race, _ in
        self.state.withLock { state in
          guard let index = state.rooms.firstIndex(where: { $0.race.id == race.id }) else { return }
          state.rooms[index].workout = workout
        }
      },
      seen: { workout in
        self.state.withLock { state in state.rooms.first { $0.workout == workout }?.race }
      })
  }

  /// Waits until a request or its response has arrived.
  private func travel() async throws {
    let duration = state.withLock { Int.random(in: Self.latency, using: &$0.random) }
    try await time.clock.sleep(for: .milliseconds(duration))
  }

  private func watch(
    _ watched: Race.ID?, _ group: JoinedGroup.ID, _ receive: @Sendable (RaceUpdate) async -> Void
  ) async throws {
    // Only racers open other rooms.
    guard watched != nil || !racers.isEmpty else { return }
    var seen = (try? races(of: group)) ?? []
    // A list of rooms is updated less often, because a script can wait for hours.
    let interval = watched == nil ? Duration.seconds(1) : .milliseconds(100)
    for await _ in time.clock.timer(interval: interval) {
      guard let races = try? races(of: group) else { continue }
      for race in races {
        let old = seen.first { $0.id == race.id }
        if race.id == watched, let old {
          let batches = race.batches(since: old)
          if !batches.isEmpty { await receive(.reps(batches)) }
        }
        if race.outline != old?.outline { await receive(.changed(race.id)) }
      }
      seen = races
    }
  }
}
