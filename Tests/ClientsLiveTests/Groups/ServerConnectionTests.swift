import FoundationEssentials
import HTTPClient
import Models
import ServerAPI
import Sodium
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import Server

/// Tests of the calls of the API with a server in this process, over real connections.
@Suite(.enabled(if: HTTPClient.failure == nil && Sodium.failure == nil, "libraries are missing"))
struct ServerConnectionTests {
  private let server: GroupServer
  private let http: HTTPServer

  init() throws {
    server = try GroupServer()
    http = try HTTPServer.start(server.service)
  }

  private func connection(_ name: String, isOwner: Bool = false) async throws -> ServerConnection {
    let address = ServerAddress.local(http.port)
    let transport = Transport.network()
    let joined = try await ServerConnection(address, token: nil, transport).join(
      try server.invite(name, isOwner: isOwner), device: "laptop", token: Secret().text)
    #expect(joined.member == name && joined.group.name == "The club")
    return ServerConnection(address, token: joined.token, transport)
  }

  private static func pushUps(_ reps: Int, id: UUID = UUID()) -> SubmittedWorkout {
    let draft = WorkoutDraft.sample(reps: reps)
    return SubmittedWorkout(
      id: id, challenge: "pushups-2min", startedAt: draft.startedAt,
      durationMilliseconds: draft.duration.wholeMilliseconds, repLog: Data(draft.log.bytes),
      provenance: .live)
  }

  @Test func `an account has its devices until they are removed`() async throws {
    let connection = try await connection("Ann")
    let account = try await connection.account()
    #expect(account.member == "Ann" && account.devices.map(\.isCurrent) == [true])
    #expect(try await connection.inviteDevice().link.contains("/join#"))
    try await connection.removeDevice(try #require(account.devices.first).id)
    await #expect(throws: ServerError.unauthorized(host: "127.0.0.1")) {
      try await connection.account()
    }
  }

  @Test func `an owner invites and removes members`() async throws {
    let owner = try await connection("Ann", isOwner: true)
    let ben = try await connection("Ben")
    #expect(try await owner.invite("Cem").link.contains("/join#"))
    await #expect(throws: ServerError.self) { try await ben.invite("Cem") }
    let members = try await owner.members()
    #expect(members.map(\.name).sorted() == ["Ann", "Ben"])
    try await owner.removeMember(try #require(members.first { $0.name == "Ben" }).id)
    await #expect(throws: ServerError.unauthorized(host: "127.0.0.1")) { try await ben.members() }
  }

  @Test func `a used link is refused with the server's sentence`() async throws {
    let secret = try server.invite("Ann")
    let connection = ServerConnection(.local(http.port), token: nil, .network())
    _ = try await connection.join(secret, device: "a", token: Secret().text)
    let error = await #expect(throws: ServerError.self) {
      try await connection.join(secret, device: "b", token: Secret().text)
    }
    #expect(
      error?.sentence == "the server says: this link was used already; ask for a new one")
  }

  @Test func `workouts are published, read and withdrawn`() async throws {
    let connection = try await connection("Ann")
    let workout = Self.pushUps(20)
    let first = try await connection.submit([workout])
    #expect(first.results.map(\.status) == [.recorded])
    #expect(try await connection.submit([workout]).results.map(\.status) == [.known])
    #expect(try await connection.workout(workout.id)?.log.bytes == Array(workout.repLog))
    #expect(try await connection.workout(UUID()) == nil)
    let page = try await connection.board("pushups-2min", .allTime, .after(nil), unlessTagged: nil)
    #expect(page.body != nil)
    let same = try await connection.board(
      "pushups-2min", .allTime, .after(nil), unlessTagged: page.tag)
    #expect(same.body == nil)
    try await connection.withdraw(workout.id)
    try await connection.withdraw(workout.id)
    #expect(try await connection.workout(workout.id) == nil)
    try await connection.removeAccount()
  }

  @Test func `a journal is uploaded, read page by page and gets another key`() async throws {
    let connection = try await connection("Ann")
    let key = UUID()
    let entry = JournalEntry(id: UUID(), data: Data([1, 2, 3]))
    #expect(try await connection.upload(JournalUpload(key: key, entries: [entry])).recorded == 1)
    let page = try await connection.journalPage(after: nil)
    #expect(page.entries == [entry] && page.isLast)
    await #expect(throws: JournalServerError.otherKey) {
      try await connection.upload(JournalUpload(key: UUID(), entries: []))
    }
    let later = JournalEntry(id: UUID(), data: Data([4]))
    _ = try await connection.upload(JournalUpload(key: key, entries: [later]))
    await #expect(throws: JournalServerError.unknownCursor) {
      try await connection.changeKey(
        JournalKeyChange(key: UUID(), replaces: key, after: page.next))
    }
    let end = try await connection.journalPage(after: page.next)
    #expect(end.entries == [later])
    try await connection.changeKey(JournalKeyChange(key: UUID(), replaces: key, after: end.next))
  }

  @Test func `changes arrive as events`() async throws {
    let connection = try await connection("Ann")
    let (events, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
    let task = Task {
      try await connection.receiveEvents { continuation.yield($0) }
    }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .opened)
    _ = try await connection.submit([Self.pushUps(20)])
    #expect(await iterator.next() == .boardChanged("pushups-2min"))
    _ = try await connection.upload(
      JournalUpload(key: UUID(), entries: [JournalEntry(id: UUID(), data: Data([1]))]))
    #expect(await iterator.next() == .journalChanged)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
