import Clients
import FoundationEssentials
import HTTPClient
import Models
import ReducerRuntime
import SQLite
import ServerAPI
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the races of groups, without a network.
struct RacesClientTests {
  private let folder = TestFolder()
  /// The folders of other members.
  private let folders = Recorded<[TestFolder]>([])
  private let server: GroupServer
  private let database: Database
  private let account: StoredAccount
  private let group: JoinedGroup.ID

  init() throws {
    server = try GroupServer()
    account = try server.join("Ann")
    group = account.id
    database = try Database(Connection.inMemory())
    try AccountFile(in: folder.data).update { [account] in $0.append(account) }
  }

  private func client(of account: StoredAccount? = nil) throws -> RacesClient {
    guard let account else {
      return .live(AccountFile(in: folder.data), database: database, server.transport)
    }
    let folder = TestFolder()
    folders.update { $0.append(folder) }
    let file = AccountFile(in: folder.data)
    try file.update { $0.append(account) }
    return .live(file, database: try Database(Connection.inMemory()), server.transport)
  }

  /// Opens a race of Ann and Ben, who are both ready, and waits for its start.
  private func start() async throws -> Race {
    let (ann, ben) = (try client(), try client(of: server.join("Ben")))
    let opened = try await ann.open(challenge: "pushups-2min", delay: nil, group: group)
    #expect(opened.isHost && opened.isOpen)
    #expect(try await ben.list(group: group).map(\.id) == [opened.id])
    _ = try await ben.enter(isReady: true, id: opened.id, group: group)
    let started = try await ann.enter(isReady: true, id: opened.id, group: group)
    #expect(started.start != nil && started.racers.map(\.name) == ["Ann", "Ben"])
    server.later.update { $0 += 100 }
    return started
  }

  private func send(_ reps: [UInt32], _ phase: Racer.Phase, to race: Race) async throws -> Int {
    let batch = RepBatch(
      racer: race.you, position: 0, instants: reps,
      elapsed: .milliseconds(max(3000, reps.last ?? 0)), phase: phase)
    return try await client().send(batch: batch, id: race.id, group: group)
  }

  @Test func `the groups come from the account file`() async throws {
    #expect(try await client().groups().map(\.name) == ["The club"])
    let none = RacesClient.live(
      AccountFile(in: TestFolder().data), database: database, server.transport)
    #expect(try await none.groups() == [])
  }

  @Test func `reps are sent, and read by the others`() async throws {
    let race = try await start()
    #expect(try await send([1000, 2000], .racing, to: race) == 2)
    let read = try await client(of: server.join("Cy")).race(id: race.id, group: group)
    #expect(read.racers.first?.reps.milliseconds == [1000, 2000])
    #expect(read.racers.first?.phase == .racing && read.yourself == nil && !read.isOpen)
  }

  @Test func `the time is the server's`() async throws {
    let time = try await client().time(group: group)
    #expect(time == .milliseconds((Date.sunday + 86_400).millisecondsSince1970))
  }

  @Test func `the workout of a race is published with it, even if its challenge is not`()
    async throws
  {
    let race = try await start()
    let draft = WorkoutDraft.sample(reps: 3, isUnique: true)
    _ = try await send(draft.log.reps.milliseconds, .finished, to: race)
    try await client().link(workout: draft.id, race: race, group: group)
    _ = try await database.run { try $0.workouts.finish(draft, by: .sample("Ann")) }
    let other = WorkoutDraft.sample(reps: 5, isUnique: true)
    _ = try await database.run { try $0.workouts.finish(other, by: .sample("Ann")) }
    let outbox = Outbox(database, server.transport)
    try await outbox.flush(account)
    #expect(try server.has(draft.id) && !server.has(other.id))
    let result = try await client().race(id: race.id, group: group)
    #expect(result.yourself?.result?.workout == draft.id)
    #expect(result.yourself?.result?.isDifferent == false)
    // Nothing is withdrawn later, and the page of the workout shows the others without a network.
    try await outbox.flush(account)
    #expect(try server.has(draft.id))
    let stored = try await database.run { try $0.races.race(of: draft.id) }
    #expect(stored?.1 == group)
    var seen = try #require(stored?.0)
    seen.link = result.link
    #expect(seen == result)
    #expect(try await database.run { try $0.races.race(of: other.id) } == nil)
  }

  @Test func `a status bar asks the server for rooms once in ten seconds`() async throws {
    _ = try await client().open(challenge: "pushups-2min", delay: nil, group: group)
    let stores = try Connection.inMemory()
    let requests = Recorded(0)
    let transport = Transport { [server] in
      requests.update { $0 += 1 }
      return server.respond(to: $0)
    }
    for second in [0.0, 1, 9] {
      let rooms = await stores.races.rooms(of: account, transport, now: .sunday + second)
      #expect(rooms.map(\.challenge) == ["pushups-2min"] && rooms.first?.link != nil)
    }
    #expect(requests.value == 1)
    // Without a network there are no rooms, and the next request also waits.
    let offline = Transport { _ in
      requests.update { $0 += 1 }
      throw HTTPError(.connectionFailed, "")
    }
    for second in [10.0, 11] {
      #expect(await stores.races.rooms(of: account, offline, now: .sunday + second) == [])
    }
    #expect(requests.value == 2)
  }

  @Test func `the page of a workout shows reps that others have done later`() async throws {
    let race = try await start()
    let draft = WorkoutDraft.sample(reps: 3, isUnique: true)
    try await client().link(workout: draft.id, race: race, group: group)
    _ = try await client().race(id: race.id, group: group)
    let batch = RepBatch(
      racer: race.you, position: 0, instants: [1000], elapsed: .seconds(2), phase: .racing)
    _ = try await client(of: server.join("Ben")).send(batch: batch, id: race.id, group: group)
    let seen = try #require(try await client().seen(workout: draft.id))
    #expect(seen.racers.map(\.reps.count) == [0, 1])
    // Without a network, they are shown as they were seen last.
    let offline = RacesClient.live(
      AccountFile(in: folder.data), database: database,
      Transport { _ in throw HTTPError(.connectionFailed, "") })
    #expect(try await offline.seen(workout: draft.id)?.racers == seen.racers)
  }

  @Test func `a log that arrives before the end of the live stream is compared again`() async throws
  {
    let race = try await start()
    let draft = WorkoutDraft.sample(reps: 3, isUnique: true)
    try await client().link(workout: draft.id, race: race, group: group)
    _ = try await database.run { try $0.workouts.finish(draft, by: .sample("Ann")) }
    try await Outbox(database, server.transport).flush(account)
    #expect(
      try await client().race(id: race.id, group: group).yourself?.result?.isDifferent == true)
    _ = try await send(draft.log.reps.milliseconds, .finished, to: race)
    #expect(
      try await client().race(id: race.id, group: group).yourself?.result?.isDifferent == false)
  }

  @Test func `names and numbers from a server are limited`() {
    let racer = RaceRoom.Racer(
      member: 7, name: "A\u{1B}[2Jnn", instants: [2000, 1000],
      result: RaceResult(
        workout: UUID(), reps: .max, durationMilliseconds: .min, isComplete: true, rank: 99,
        refusal: "no\u{7}"))
    let room = RaceRoom(
      id: UUID(), challenge: "pushups-2min", host: 7, you: 7, openedAt: 0, startsAt: .min,
      racers: Array(repeating: racer, count: 30))
    let race = Race(room)
    #expect(race.racers.count == Race.maxRacerCount && race.start == .zero)
    #expect(race.racers[0].name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(race.racers[0].reps.isEmpty)
    #expect(race.racers[0].result?.score.reps == RepLog.maxReps)
    #expect(race.racers[0].result?.place == Race.maxRacerCount)
    #expect(race.racers[0].result?.refusal?.contains("\u{7}") == false)
  }

  @Test @MainActor func `events of races are read`() async {
    let events = Recorded<[ServerEvent]>([])
    let parser = EventParser(uptime: { .zero }, isRace: true) { event in
      events.update { $0.append(event) }
    }
    let id = UUID()
    let batch =
      #"{"batch":{"elapsed_ms":1500,"instants":[1000],"position":0,"state":"racing"},"member":7}"#
    for line in [
      "retry: 3000", "", "event: race", #"data: {"race":"\#(id)"}"#, "", "event: reps",
      #"data: {"race":"\#(id)","racers":[\#(batch)]}"#, "", "event: reps", "data: {}", "",
    ] {
      #expect(parser.receive(line))
    }
    let expected = RepBatch(
      racer: 7, position: 0, instants: [1000], elapsed: .milliseconds(1500), phase: .racing)
    #expect(events.value == [.opened, .raceChanged(id), .reps([expected])])
  }

  @Test @MainActor func `reps of a break may arrive at once, but not without end`() {
    let parser = EventParser(uptime: { .zero }, isRace: true) { _ in }
    let line = ":" + String(repeating: " ", count: 1022)
    #expect((0..<256).allSatisfy { _ in parser.receive(line) })
    #expect(!(0..<100).allSatisfy { _ in parser.receive(line) })
  }
}
