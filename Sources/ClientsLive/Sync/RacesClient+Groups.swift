import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SQLite
import ServerAPI

extension RacesClient {
  /// Returns a client of the races on the servers of an account file.
  ///
  /// - Parameters:
  ///   - clock: The clock for the pauses between connections.
  ///   - random: The generator of these pauses.
  public static func live(
    _ file: AccountFile, database: Database, _ transport: Transport,
    clock: any Clock<Duration> = ContinuousClock(),
    random: WithRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  ) -> RacesClient {
    @Sendable func connection(to group: JoinedGroup.ID) async throws -> ServerConnection {
      let accounts = try await database.runWithoutConnection { try file.load() }
      guard let account = accounts.first(where: { $0.id == group }) else {
        throw UnknownGroup(group)
      }
      return ServerConnection(account, transport)
    }
    @Sendable func race(_ id: Race.ID, _ group: JoinedGroup.ID) async throws -> Race {
      let server = try await connection(to: group)
      let room = try await server.race(id)
      // The pages of the person's workouts show the others without a network.
      if room.startsAt != nil { try? await database.run { try $0.races.save(room, in: group) } }
      return Race(room, on: server.server)
    }
    return RacesClient(
      groups: {
        guard file.exists else { return [] }
        return try await database.runWithoutConnection {
          try file.load().map { LeaderboardSource($0.group) }
        }
      },
      list: { group in
        let server = try await connection(to: group)
        return try await server.rooms().map { Race($0, on: server.server) }
      },
      open: { challenge, delay, group in
        try await connection(to: group).openRace(UUID(), challenge, startsIn: delay)
      },
      race: { id, group in try await race(id, group) },
      enter: { isReady, id, group in
        try await connection(to: group).enterRace(id, isReady: isReady)
      },
      start: { id, group in try await connection(to: group).startRace(id) },
      leave: { id, group in try await connection(to: group).leaveRace(id) },
      send: { batch, id, group in try await connection(to: group).send(batch, to: id) },
      time: { group in try await connection(to: group).time() },
      watch: { race, group, receive in
        let server = try await connection(to: group)
        let (updates, continuation) = AsyncStream.makeStream(of: RaceUpdate.self)
        defer { continuation.finish() }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
          tasks.addTask { for await update in updates { await receive(update) } }
          tasks.addTask {
            try await server.keepReceivingEvents(of: race, clock, random) { event, _ in
              switch event {
              // Earlier changes were missed.
              case .opened: continuation.yield(.changed(nil))
              case .raceChanged(let id): continuation.yield(.changed(id))
              case .reps(let batches): continuation.yield(.reps(batches))
              case .boardChanged, .journalChanged: break
              }
            }
          }
          defer { tasks.cancelAll() }
          try await tasks.next()
        }
      },
      link: { workout, race, group in
        try await database.run { try $0.races.link(workout, to: race.id, in: group) }
      },
      seen: { workout in
        guard let (seen, group) = try await database.run({ try $0.races.race(of: workout) }) else {
          return nil
        }
        // The person has left the room before the others had finished.
        if !seen.isOver, let current = try? await race(seen.id, group) { return current }
        return seen
      })
  }
}

// MARK: - Requests

extension ServerConnection {
  func rooms() async throws -> [RaceRoom] {
    Array(try await call(.get, "races", as: RaceList.self).races.prefix(100))
  }

  func openRace(
    _ id: Race.ID, _ challenge: Challenge.ID, startsIn delay: Duration?
  ) async throws -> Race {
    let opening = RaceOpening(
      id: id, challenge: challenge.rawValue, startsIn: delay?.wholeMilliseconds)
    return Race(try await call(.post, "races", body: opening), on: server)
  }

  func race(_ id: Race.ID) async throws -> RaceRoom { try await call(.get, Self.path(id)) }

  func enterRace(_ id: Race.ID, isReady: Bool) async throws -> Race {
    let entry = RaceEntry(isReady: isReady)
    return Race(try await call(.post, "\(Self.path(id))/racers", body: entry), on: server)
  }

  func startRace(_ id: Race.ID) async throws -> Race {
    Race(try await call(.post, "\(Self.path(id))/start"), on: server)
  }

  func leaveRace(_ id: Race.ID) async throws {
    try await call(.delete, "\(Self.path(id))/racers")
  }

  func send(_ batch: RepBatch, to id: Race.ID) async throws -> Int {
    let body = RaceBatch(
      position: batch.position, instants: batch.instants,
      elapsed: UInt32(clamping: batch.elapsed.wholeMilliseconds),
      state: RacerState(rawValue: batch.phase.rawValue) ?? .racing)
    let result: RaceBatchResult = try await call(.post, "\(Self.path(id))/reps", body: body)
    return result.count.clamped(to: 0...RepLog.maxReps)
  }

  func time() async throws -> Duration {
    .microseconds(try await call(.get, "clock", as: ServerTime.self).microseconds)
  }

  private static func path(_ race: Race.ID) -> String { "races/\(race.uuidString.lowercased())" }
}

// MARK: - Untrusted values

extension Race {
  /// Creates a race from a server, which is not trusted: names are cleaned and numbers limited.
  ///
  /// - Parameter server: The server; `nil` for a race that was seen earlier.
  init(_ room: RaceRoom, on server: ServerAddress? = nil) {
    let challenge = Challenge.ID(rawValue: room.challenge)
    self.init(
      id: room.id, challenge: challenge, host: room.host, you: room.you,
      start: room.startsAt.map { .milliseconds($0.clamped(to: 0...Int64(1) << 50)) },
      isScheduled: room.scheduledAt != nil, isOver: room.isOver,
      racers: room.racers.prefix(Self.maxRacerCount).map { Racer($0, in: challenge) })
    link = server.map { RaceLink($0, self) }
  }
}

extension Racer {
  fileprivate init(_ racer: RaceRoom.Racer, in challenge: Challenge.ID) {
    self.init(
      id: racer.member, name: PersonName.displayable(racer.name), isReady: racer.isReady,
      phase: Phase(racer.state),
      reps: RepLog(milliseconds: Array(racer.instants.prefix(RepLog.maxReps))) ?? RepLog(),
      elapsed: .milliseconds(racer.elapsed), result: racer.result.map { Result($0, in: challenge) })
  }
}

extension Racer.Phase {
  fileprivate init(_ state: RacerState) { self = Self(rawValue: state.rawValue) ?? .waiting }
}

extension Racer.Result {
  fileprivate init(_ result: RaceResult, in challenge: Challenge.ID) {
    let reps = result.reps.clamped(to: 0...RepLog.maxReps)
    let duration = Duration.milliseconds(result.durationMilliseconds.clamped(to: 0...86_400_000))
    let score = Catalogue.standard[challenge]?.scoring.score(
      reps: reps, duration: duration, isComplete: result.isComplete)
    self.init(
      workout: result.workout, score: score ?? Score(reps: reps, duration: duration, rankKey: 0),
      place: result.rank?.clamped(to: 1...Race.maxRacerCount), isDifferent: result.isDifferent,
      refusal: result.refusal?.escapedText(maxLength: 200))
  }
}

extension RepBatch {
  /// Creates a batch from an event.
  init(_ change: RaceRepsEvent.Change) {
    self.init(
      racer: change.member, position: change.batch.position,
      instants: Array(change.batch.instants.prefix(RepLog.maxReps)),
      elapsed: .milliseconds(change.batch.elapsed), phase: Racer.Phase(change.batch.state))
  }
}

// MARK: - The database

extension Connection {
  /// The store of the races of the person's workouts.
  public var races: RaceStore { RaceStore(connection: self) }
}

/// A store of the races of the person's workouts.
public struct RaceStore {
  let connection: Connection

  /// Records that a workout is part of a race.
  func link(_ workout: Workout.ID, to race: Race.ID, in group: JoinedGroup.ID) throws {
    try connection.run(
      """
      INSERT INTO races (workout, account, race, room) VALUES (?, ?, ?, x'')
      ON CONFLICT (workout) DO NOTHING
      """, .uuid(workout), .text(group.rawValue), .uuid(race))
  }

  /// Saves a room if one of the person's workouts is part of its race.
  func save(_ room: RaceRoom, in group: JoinedGroup.ID) throws {
    try connection.run(
      "UPDATE races SET room = ? WHERE account = ? AND race = ?",
      .bytes(Array(try APICoding.data(room))), .text(group.rawValue), .uuid(room.id))
  }

  /// Returns the open races of a group. The server is asked once in 10 s and for a second at most, because status bars ask
  /// every second.
  nonisolated(nonsending) public func rooms(
    of account: StoredAccount, _ transport: Transport, now: Date
  ) async -> [Race] {
    let request = "races"
    let seen = try? connection.seenPages.page(request, of: account.id)
    if let seen, abs(now.timeIntervalSince(seen.seenAt)) < 10 {
      let list = try? APICoding.value(RaceList.self, from: seen.body)
      return (list?.races ?? []).map { Race($0, on: account.server) }
    }
    let server = ServerConnection(account, transport.limited(to: .seconds(1)))
    let open = ((try? await server.rooms()) ?? []).filter { Race($0).isOpen }
    if let body = try? APICoding.data(RaceList(races: open)) {
      try? connection.seenPages.save(
        .init(body: body, tag: nil, seenAt: now), request, of: account.id)
    }
    return open.map { Race($0, on: account.server) }
  }

  /// Returns the race of a workout as it was seen last, and its group; `nil` without a race.
  public func race(of workout: Workout.ID) throws -> (Race, JoinedGroup.ID)? {
    try connection.first("SELECT room, account FROM races WHERE workout = ?", .uuid(workout)) {
      let room = try? APICoding.value(RaceRoom.self, from: $0.withBytes("room") { Data($0) })
      let group = JoinedGroup.ID(rawValue: $0.text("account"))
      return room.map { (Race($0), group) }
    } ?? nil
  }
}
