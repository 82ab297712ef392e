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

/// Tests of the leaderboards of groups, without a network and in virtual time.
struct GroupsClientTests {
  private let folder = TestFolder()
  private let server: GroupServer
  private let database: Database
  private let account: StoredAccount
  private let isOffline = Recorded(false)
  private let statuses = Recorded<[Int]>([])
  private let clock = TestClock()
  /// The lines of each stream of events, in order; a stream without lines cannot be opened.
  private let streams = Recorded<[[String]]>([])
  private let streamEnds = AsyncStream.makeStream(of: Void.self)

  init() throws {
    server = try GroupServer()
    account = try server.join("Ann")
    database = try Database(Connection.inMemory())
    try AccountFile(in: folder.data).update { [account] in $0.append(account) }
  }

  private func makeClients(_ file: AccountFile? = nil) -> LeaderboardsClient {
    let transport = Transport(
      send: { [server, isOffline, statuses] request in
        if isOffline.value { throw HTTPError(.connectionFailed, "") }
        let response = server.respond(to: request)
        statuses.update { $0.append(response.status) }
        return response
      },
      readLines: { [streams, streamEnds] _, receive in
        let lines = Recorded<[String]>([])
        streams.update {
          if !$0.isEmpty { let first = $0.removeFirst(); lines.update { $0 = first } }
        }
        guard !lines.value.isEmpty else { throw HTTPError(.connectionFailed, "") }
        for line in lines.value {
          guard await receive(line) else { throw HTTPError(.tooLarge, "") }
        }
        streamEnds.continuation.yield()
        return HTTPResponse(status: 200, headers: ["content-type": "text/event-stream"])
      })
    var clients = LeaderboardsClient(machine: LeaderboardClient())
    clients.addGroups(
      of: file ?? AccountFile(in: folder.data), database: database, transport,
      outbox: Outbox(database, transport), now: { .sunday + 86_400 }, clock: clock,
      random: WithRandomNumberGenerator(SystemRandomNumberGenerator()))
    return clients
  }

  private func makeClient(_ group: JoinedGroup.ID? = nil) -> LeaderboardClient {
    makeClients().client(.init(rawValue: (group ?? account.id).rawValue))
  }

  private func submit(_ reps: Int, by name: String = "Ann") async throws {
    let account = name == "Ann" ? account : try server.join(name)
    let draft = WorkoutDraft.sample(reps: reps, isUnique: true)
    _ = try await ServerConnection(account, server.transport).submit([
      SubmittedWorkout(
        id: draft.id, challenge: "pushups-2min", startedAt: draft.startedAt,
        log: Data(draft.log.ended(at: draft.duration).bytes))
    ])
  }

  @Test func `the groups come from the account file`() async throws {
    let sources = try await makeClients().sources()
    #expect(sources.map(\.name) == ["This machine", "The club"])
    #expect(try await makeClients(AccountFile(in: TestFolder().data)).sources() == [.machine])
  }

  @Test func `a page has the server's entries, and is available offline`() async throws {
    let client = makeClient()
    try await submit(20)
    try await submit(25, by: "Ben")
    let page = try await client.page(.after(nil), .allTime, "pushups-2min")
    #expect(page.standings.map(\.name) == ["Ben", "Ann"])
    #expect(page.standings.map(\.isYou) == [false, true])
    #expect(page.yourStanding?.rank == 2)
    #expect(page.offlineReason == nil)
    isOffline.update { $0 = true }
    let offline = try await client.page(.after(nil), .allTime, "pushups-2min")
    #expect(offline.standings == page.standings && offline.loadedAt == page.loadedAt)
    #expect(offline.offlineReason == "cannot reach club.example; check the network and try again")
    let seen = try await client.lastSeenPage(.after(nil), .allTime, "pushups-2min")
    #expect(seen == page)
    #expect(try await client.lastSeenPage(.before(nil), .allTime, "pushups-2min") == nil)
    await #expect(throws: ServerError.self) {
      try await client.page(.before(nil), .allTime, "pushups-2min")
    }
  }

  @Test func `a page that has not changed is not sent again`() async throws {
    let client = makeClient()
    try await submit(20)
    let first = try await client.page(.after(nil), .allTime, "pushups-2min")
    let second = try await client.page(.after(nil), .allTime, "pushups-2min")
    #expect(statuses.value == [200, 304])
    #expect(first == second)
    try await submit(30, by: "Ben")
    let third = try await client.page(.after(nil), .allTime, "pushups-2min")
    #expect(third.standings.count == 2)
  }

  @Test func `the latest hundred pages are kept`() async throws {
    try await database.run { stores in
      for number in 0..<105 {
        try stores.seenPages.save(
          .init(body: Data([1]), tag: nil, seenAt: .sunday + Double(number)), "\(number)",
          of: JoinedGroup.ID(rawValue: "club"))
      }
      #expect(
        try stores.first("SELECT count(*) FROM seen_pages") { $0.integer(0) } == 100)
      #expect(try stores.seenPages.page("4", of: JoinedGroup.ID(rawValue: "club")) == nil)
      #expect(try stores.seenPages.page("5", of: JoinedGroup.ID(rawValue: "club")) != nil)
      try stores.seenPages.save(
        .init(body: Data(repeating: 0, count: 70_000), tag: nil, seenAt: .sunday), "large",
        of: JoinedGroup.ID(rawValue: "club"))
      #expect(try stores.seenPages.page("large", of: JoinedGroup.ID(rawValue: "club")) == nil)
    }
  }

  @Test func `a rival's workout is loaded with its log`() async throws {
    let client = makeClient()
    try await submit(25, by: "Ben")
    let page = try await client.page(.after(nil), .allTime, "pushups-2min")
    let id = try #require(page.standings.first).workout
    #expect(try await client.workout(id)?.log.reps.count == 25)
  }

  @Test func `an unknown group is an error`() async {
    let client = makeClient(JoinedGroup.ID(rawValue: "office\u{1B}"))
    let error = await #expect(throws: UnknownGroup.self) {
      try await client.page(.after(nil), .allTime, "pushups-2min")
    }
    #expect(
      error?.sentence == "this machine has not joined \"office\\u{1b}\"; see \"ladder groups\"")
  }

  @Test func `a lost connection is reopened, and all boards are reported as changed`()
    async throws
  {
    let client = makeClient()
    let event = Self.event("plank-hold")
    streams.update { $0 = [[":", ""] + event, [], [":"] + event] }
    let (changes, continuation) = AsyncStream.makeStream(of: Challenge.ID?.self)
    let task = Task { try await client.watch { continuation.yield($0) } }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some("plank-hold"))
    // Skips the pauses before the two attempts, the second of which succeeds.
    let advancing = Task { while !Task.isCancelled { await clock.advance(by: .seconds(1)) } }
    #expect(await iterator.next() == .some(nil))
    #expect(await iterator.next() == .some("plank-hold"))
    advancing.cancel()
    task.cancel()
    _ = await task.result
  }

  private static func event(_ challenge: String) -> [String] {
    ["event: board", #"data: {"challenge":"\#(challenge)"}"#, ""]
  }

  @Test func `changes that arrive while another change is handled are merged`() async throws {
    let client = makeClient()
    let events = (0..<200).flatMap { _ in Self.event("plank-hold") } + Self.event("pushups-2min")
    streams.update { $0 = [events] }
    let (changes, continuation) = AsyncStream.makeStream(of: Challenge.ID?.self)
    let task = Task {
      try await client.watch { [streamEnds] challenge in
        continuation.yield(challenge)
        // Handling the first event takes as long as receiving all of them.
        for await _ in streamEnds.stream { break }
        streamEnds.continuation.yield()
      }
    }
    var count = 0
    for await change in changes {
      count += 1
      if change == "pushups-2min" { break }
    }
    #expect(count <= 3)
    task.cancel()
    _ = await task.result
  }

  @Test func `a server that sends events without a pause is no longer watched`() async {
    let client = makeClient()
    streams.update { $0 = [Array(repeating: "", count: 1_000_000)] }
    let error = await #expect(throws: ServerError.self) { try await client.watch { _ in } }
    #expect(
      error == .misbehaving(host: "club.example", "it sends events without a pause"))
  }

  @Test func `starting to publish sends the workouts in the background`() async throws {
    let client = makeClient()
    try await database.run { stores in
      _ = try stores.workouts.finish(
        .sample(reps: 20), by: .sample("Ann"))
    }
    isOffline.update { $0 = true }
    let publication = try await client.setPublished(true, "pushups-2min")
    #expect(publication.isOn && publication.waitingCount == 1)
    // The background attempt fails and says why.
    while try await client.publication("pushups-2min").failure == nil {
      await Task.yield()
    }
    isOffline.update { $0 = false }
    _ = try await client.setPublished(true, "pushups-2min")
    while try await client.publication("pushups-2min").waitingCount > 0 {
      await Task.yield()
    }
    #expect(try server.entries().map(\.reps) == [20])
  }
}
