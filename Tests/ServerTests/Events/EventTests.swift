import FoundationEssentials
import ServerAPI
import Synchronization
import Testing

@testable import Server

/// Tests of the events that devices receive, without a network.
struct EventTests {
  @Test func `a device learns of a change of a leaderboard in its group`() throws {
    let server = try TestServer()
    try server.addGroup("office")
    let (ann, ben) = (try server.join("Ann"), try server.join("Ben"))
    let response = try ann.send(.get, "/v1/events")
    #expect(response.status == 200)
    #expect(response.header("Content-Type") == "text/event-stream")
    #expect(response.header("Cache-Control") == "no-store")
    let stream = try #require(response.events)
    let other = try #require(try server.join("Ola", group: "office").openStream())
    #expect(stream.unreadText == "retry: 3000\n\n")
    _ = try ben.submit(.pushUps(30, on: server))
    #expect(stream.unreadText == "event: board\ndata: {\"challenge\":\"pushups-2min\"}\n\n")
    #expect(stream.unreadText == "")
    #expect(other.unreadText == "")
  }

  @Test func `a device learns only of changes of its own member's journal`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let (desktop, ben) = (try server.join("Ann", device: "desktop"), try server.join("Ben"))
    let own = try #require(try desktop.openStream())
    let other = try #require(try ben.openStream())
    let entry = JournalEntry(id: UUID(), data: Data([1]))
    _ = try ann.send(.post, "/v1/journal", JournalUpload(key: UUID(), entries: [entry]))
    #expect(own.unreadText == "event: journal\ndata: {}\n\n")
    #expect(other.unreadText == "")
  }

  @Test func `a pending event is sent once`() throws {
    let server = try TestServer()
    let stream = try #require(try server.join("Ann").openStream())
    for _ in 0..<1000 {
      server.service.events.publish(.board(.club, "squats-3min"))
      server.service.events.publish(.board(.club, "pushups-2min"))
    }
    #expect(
      stream.unreadText == """
        event: board
        data: {"challenge":"squats-3min"}

        event: board
        data: {"challenge":"pushups-2min"}


        """)
  }

  @Test func `a small buffer receives an event in parts`() throws {
    let server = try TestServer()
    let stream = try #require(try server.join("Ann").openStream())
    server.service.events.publish(.board(.club, "plank"))
    var parts: [String] = []
    while case .bytes(let bytes) = stream.read(maxCount: 20) {
      parts.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(parts == ["event: board\ndata: {", "\"challenge\":\"plank\"}", "\n\n"])
  }

  @Test func `a stream without events is kept alive by a comment`() throws {
    let server = try TestServer()
    let stream = try #require(try server.join("Ann").openStream())
    server.service.events.keepAlive()
    server.service.events.keepAlive()
    #expect(stream.unreadText == EventStream.keepAliveComment)
    server.service.events.publish(.board(.club, "plank"))
    server.service.events.keepAlive()
    #expect(stream.unreadText?.hasSuffix("\"plank\"}\n\n") == true)
  }

  @Test func `the stream of a removed device ends, and other streams continue`() throws {
    let server = try TestServer()
    let laptop = try server.join("Ann")
    let desktop = try server.join("Ann", device: "desktop")
    let (own, other) = (try laptop.openStream(), try desktop.openStream())
    let devices = try laptop.get("/v1/account", as: Account.self).devices
    #expect(try desktop.send(.delete, "/v1/account/devices/\(devices[0].id)").status == 204)
    server.service.events.publish(.board(.club, "plank"))
    #expect(own?.unreadText == nil)
    #expect(other?.unreadText?.isEmpty == false)
    #expect(try desktop.send(.delete, "/v1/account").status == 204)
    #expect(other?.unreadText == nil)
  }

  @Test(arguments: TestStorage.all)
  func `access that another process revokes is noticed`(storage: TestStorage) async throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    let (lost, reader) = (try server.join("Ann", device: "lost"), try server.join("Ben"))
    let (stream, other) = (
      try #require(try lost.openStream()), try #require(try reader.openStream())
    )
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    for stream in [stream, other] { stream.onChange { continuation.yield() } }
    /// Calls `body` with another storage, like another process that runs for less than a second.
    func inProcess(_ body: (StorageSession) throws -> Void) throws {
      try server.reopenStorage().withSession(body)
      server.service.checkStorage(mayWait: true)
    }
    let device = try #require(try lost.get("/v1/account", as: Account.self).devices.last).id
    let member = try server.memberID(of: ann)
    try inProcess { _ = try $0.removeDevice(device, of: member) }
    for await _ in changes where stream.unreadText == nil { break }
    #expect(other.unreadText != nil)
    // Results removed by another process are reported too.
    try inProcess { try $0.removeMember(member, now: server.now) }
    var text = ""
    for await _ in changes {
      text += other.unreadText ?? ""
      if text.contains("pushups-2min") { break }
    }
    #expect(try reader.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 0)
  }

  @Test func `a stream without changes notices revoked access when the next comment is sent`()
    throws
  {
    let hub = EventHub()
    let hasAccess = Mutex(true)
    let stream = try hub.open(for: .wall(.club)) { hasAccess.withLock { $0 } }
    #expect(stream.unreadText == "retry: 3000\n\n")
    hasAccess.withLock { $0 = false }
    #expect(stream.unreadText == "")
    hub.keepAlive()
    #expect(stream.unreadText == nil)
  }

  @Test func `access that ends while a stream opens is noticed`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let stream = try #require(try ann.send(.get, "/v1/events").events)
    let other = try server.reopenStorage()
    let id = try ann.get("/v1/account", as: Account.self).devices[0].id
    let member = try #require(try ann.get("/v1/members", as: [Member].self).first)
    _ = try other.withSession { try $0.removeDevice(id, of: member.id) }
    #expect(stream.unreadText == nil)
  }

  @Test func `if a member opens too many streams, the oldest one ends`() throws {
    let hub = EventHub(maxCount: 4, maxCountPerMember: 2)
    func open(_ member: Int64) throws -> EventStream {
      let stream = try hub.open(for: .member(member, in: .club)) { true }
      _ = stream.unreadText
      return stream
    }
    let streams = try [open(1), open(1), open(2), open(1)]
    #expect(streams.map(\.unreadText) == [nil, "", "", ""])
    let last = try open(3)
    let error = #expect(throws: RequestError.self) { try open(4) }
    #expect(error?.status == 503)
    #expect(last.unreadText == "")
  }

  @Test func `a deallocated stream makes room for another stream`() throws {
    let hub = EventHub(maxCount: 1)
    _ = try hub.open(for: .wall(.club)) { true }
    let stream = try hub.open(for: .wall(.club)) { true }
    #expect(throws: RequestError.self) { try hub.open(for: .wall(.club)) { true } }
    #expect(stream.unreadText != nil)
  }

  @Test func `a stopping server ends streams and opens no more`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let stream = try ann.openStream()
    server.service.events.end()
    #expect(stream?.unreadText == nil)
    #expect(try ann.send(.get, "/v1/events").status == 503)
  }

  @Test func `a stream survives an error of the storage`() throws {
    let reports = Mutex<[StorageError]>([])
    let service = Service(
      storage: Storage(BrokenDatabase()), report: { error in reports.withLock { $0.append(error) } }
    )
    let response = try service.stream(to: .wall(.club), while: { try $0.groups().isEmpty })
    #expect(response.events?.unreadText == "retry: 3000\n\n")
    #expect(reports.withLock { $0 } == [StorageError("the disk is full")])
  }
}
