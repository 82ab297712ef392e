import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization

/// An in-memory server with one race, whose clock is a minute ahead of the app's. The person is racer 1.
final class RaceStub: Sendable {
  struct State {
    var race: Race?
    var isOnline = true
    /// The batches that the app has sent.
    var batches: [RepBatch] = []
    var linked: [Workout.ID] = []
    /// The receivers of news: those of all rooms, and of the room's reps.
    var receivers: [Int: @Sendable (RaceUpdate) async -> Void] = [:]
    var nextReceiver = 0
  }

  static let ahead = Duration.seconds(60)

  let state = Mutex(State())
  /// Returns the app's time.
  let now = LockIsolated<@Sendable () -> Duration>({ .zero })

  var race: Race? { state.withLock(\.race) }
  var batches: [RepBatch] { state.withLock(\.batches) }

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Changes the race and reports the change.
  func change(_ change: @Sendable (inout Race) -> Void) async {
    set { if var race = $0.race { change(&race); $0.race = race } }
    await report(.changed(race?.id))
  }

  func report(_ update: RaceUpdate) async {
    guard state.withLock(\.isOnline) else { return }
    for receive in state.withLock({ $0.receivers.values.map { $0 } }) { await receive(update) }
  }

  /// Opens a room on behalf of another member.
  func open(by name: String, _ challenge: Challenge.ID = "pushups-2min") {
    set {
      $0.race = Race(
        id: UUID(99), challenge: challenge, host: 2, you: 1, racers: [Racer(id: 2, name: name)])
    }
  }

  /// Decides the start, after a delay.
  func start(after delay: Duration) async {
    let start = now.value() + Self.ahead + delay
    await change { race in
      race.start = start
      for index in race.racers.indices { race.racers[index].phase = .racing }
    }
  }

  /// Counts reps of another member at instants in milliseconds, the last of them now.
  func count(_ instants: UInt32..., by racer: Racer.ID, phase: Racer.Phase = .racing) async {
    let batch = state.withLock { state -> RepBatch? in
      guard let index = state.race?.racers.firstIndex(where: { $0.id == racer }) else { return nil }
      let batch = RepBatch(
        racer: racer, position: state.race?.racers[index].reps.count ?? 0, instants: instants,
        elapsed: .milliseconds(instants.last ?? 0), phase: phase)
      _ = state.race?.racers[index].add(batch)
      return batch
    }
    if let batch { await report(.reps([batch])) }
  }

  private func reach<Value>(_ body: (inout State) throws -> Value) throws -> Value {
    try state.withLock { state in
      guard state.isOnline else { throw GroupStub.Unreachable() }
      return try body(&state)
    }
  }

  private func current(_ state: State) throws -> Race {
    guard let race = state.race else { throw GroupStub.Unreachable() }
    return race
  }

  var client: RacesClient {
    RacesClient(
      groups: { [LeaderboardSource(GroupStub.club)] },
      list: { _ in try self.reach { $0.race.map { [$0] } ?? [] } },
      open: { challenge, _, _ in
        try self.reach {
          let race = Race(
            id: UUID(99), challenge: challenge, host: 1, you: 1,
            racers: [Racer(id: 1, name: "Ann")])
          $0.race = race
          return race
        }
      },
      race: { _, _ in try self.reach { try self.current($0) } },
      enter: { isReady, _, _ in
        try self.reach { state in
          var race = try self.current(state)
          if race.yourself == nil { race.racers.append(Racer(id: 1, name: "Ann")) }
          if let index = race.racers.firstIndex(where: { $0.id == 1 }) {
            race.racers[index].isReady = isReady
          }
          state.race = race
          return race
        }
      },
      start: { _, _ in
        await self.start(after: .seconds(5))
        return try self.reach { try self.current($0) }
      },
      leave: { _, _ in
        // The request is sent after the screen has changed, as with a real server.
        await Task.yield()
        try Task.checkCancellation()
        self.set { state in
          guard let index = state.race?.racers.firstIndex(where: { $0.id == 1 }) else { return }
          state.race?.racers[index].phase = .left
        }
      },
      send: { batch, _, _ in
        try self.reach { state in
          state.batches.append(batch)
          guard let index = state.race?.racers.firstIndex(where: { $0.id == batch.racer })
          else { throw GroupStub.Unreachable() }
          _ = state.race?.racers[index].add(batch)
          return state.race?.racers[index].reps.count ?? 0
        }
      },
      time: { _ in
        let now = self.now.value()
        return try self.reach { _ in now + Self.ahead }
      },
      watch: { _, _, receive in
        let number = self.state.withLock { state in
          state.nextReceiver += 1
          state.receivers[state.nextReceiver] = receive
          return state.nextReceiver
        }
        defer { self.set { $0.receivers[number] = nil } }
        try await Task.never()
      },
      link: { workout, _, _ in self.set { $0.linked.append(workout) } },
      seen: { workout in self.state.withLock { $0.linked.contains(workout) ? $0.race : nil } })
  }
}
