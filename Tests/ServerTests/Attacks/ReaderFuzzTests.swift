import FoundationEssentials
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the parsers of network data. Their inputs are valid data with random changes from fixed seeds.
struct ReaderFuzzTests {
  @Test func `every JSON text is a value that round-trips, or an error`() throws {
    let examples = try Self.values.map { Array(try APICoding.data($0)) }
    for seed in TestSize.seeds(test: 2_000, check: 10_000, torture: 2_000_000) {
      var random = Random(state: seed)
      let example = try #require(examples.randomElement(using: &random))
      let json = Data(mutated(example, using: &random))
      for value in Self.values {
        do {
          try checkRoundTrip(like: value, json)
        } catch is DecodingError {
        } catch {
          Issue.record("seed \(seed): \(error)")
        }
      }
    }
  }

  @Test func `every body gets a response that the API describes`() throws {
    let server = try TestServer()
    try server.storage.withSession { try $0.setURL("https://club.example") }
    let owner = try server.join("Ola", isOwner: true)
    let routes = Service.routes.filter { $0.description.body != nil }
    let examples = try Self.values.map { Array(try APICoding.data($0)) }
    for seed in TestSize.seeds(test: 1_000, check: 5_000, torture: 500_000) {
      var random = Random(state: seed)
      let route = try #require(routes.randomElement(using: &random))
      let example = try #require(examples.randomElement(using: &random))
      let request = Request(
        route.method, route.template, header: { _ in "Bearer \(owner.token)" },
        body: Data(mutated(example, using: &random)))
      let status = server.service.respond(to: request).status
      #expect(
        status == route.description.status || route.otherResponses[status] != nil,
        "seed \(seed): \(route.template) \(status)")
    }
    #expect(server.errors == [])
  }

  @Test func `a server survives every text over a connection`() async throws {
    let clock = MillisecondClock()
    var options = HTTPServer.Options.anyPort
    options.milliseconds = { clock.now }
    // The server may notice a closed connection only after it has accepted the next one.
    options.maxConnectionsPerAddress = 0
    let server = try HTTPServer(TestServer().service, options)
    let health = "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    for seed in TestSize.seeds(test: 300, check: 1_000, torture: 200_000) {
      var random = Random(state: seed)
      let example = try #require(Self.requests.randomElement(using: &random))
      // The response is not read, because some requests get none before their deadline.
      TestConnection(port: server.port)?.send(mutated(Array(example.utf8), using: &random))
      if seed.isMultiple(of: 50) {
        #expect(
          exchange(health, port: server.port).hasPrefix("HTTP/1.1 200 OK\r\n"), "seed \(seed)")
      }
    }
    clock.now += 90_000
    while server.connectionCount > 0 {
      _ = server.enforceDeadlines()
      await Task.yield()
    }
    #expect(server.requestCount == 0)
  }

  private func checkRoundTrip<Value: Message>(like example: Value, _ json: Data) throws {
    let value = try APICoding.value(Value.self, from: json)
    #expect(try APICoding.value(Value.self, from: try APICoding.data(value)) == value)
  }

  private typealias Message = Codable & Equatable & Sendable

  /// A value of every type that is sent in either direction.
  private static let values: [any Message] = [
    JoinRequest(invite: Secret().text, device: "laptop"),
    JoinResponse(
      token: Secret().text, member: "Ann",
      group: GroupDescription(
        id: "club", name: "Club", timeZone: "Europe/Berlin", weekStart: "monday",
        counting: CountingRule.allCases[0])),
    InvitationRequest(name: "Ann"),
    Submission(workouts: [workout, workout]),
    workout,
    SubmissionResult(results: [.init(id: UUID(), status: .refused, reason: "it is too old")]),
    BoardPage(
      challenge: "pushups-2min", week: "2026-03-02", people: 1, offset: 0,
      entries: [
        .init(
          rank: 1, member: 7, name: "Ann", reps: 30, durationMilliseconds: 120_000,
          achievedAt: Date(millisecondsSince1970: 1_772_348_400_000), workout: UUID(),
          provenance: .live)
      ], next: "1.2.3.4.5"),
    APIError(error: "x", code: .otherKey),
    JournalUpload(key: UUID(), entries: [JournalEntry(id: UUID(), data: Data([1, 2, 3]))]),
    JournalPage(key: UUID(), entries: [], next: "1.x", isLast: true),
    JournalKeyChange(key: UUID(), replaces: UUID(), after: "1.x"),
  ]

  private static let workout = SubmittedWorkout(
    id: UUID(), challenge: "pushups-2min",
    startedAt: Date(millisecondsSince1970: 1_772_340_000_000),
    log: Data(WorkoutLog(reps: RepLog(milliseconds: [1000, 2000])!, duration: .seconds(120)).bytes))

  private static let requests = [
    "GET /v1/health?period=week&after=1.2 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n",
    "POST /v1/join HTTP/1.1\r\nHost: x\r\nContent-Length: 27\r\n\r\n{\"device\":\"x\",\"invite\":\"x\"}",
    "POST /v1/join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n2;x=y\r\n1}\r\n0\r\nX: y\r\n\r\n",
    "GET /v1/boards/%70ushups HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: keep-alive, x\r\n\r\nGET / HTTP/1.0\r\n\r\n",
  ]

  /// Returns bytes with a few random changes.
  private func mutated(_ bytes: [UInt8], using random: inout Random) -> [UInt8] {
    let tokens = [
      "", "\"", "\\u0000", "\\ud800", "[", "{", "}", "null", "1e400", "-0", "99999999999999999999",
      "\r\n", "\r\n\r\n", "\0", ":", ",", "%00", "Content-Length: 1\r\n", "\u{FEFF}", "é",
    ]
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        bytes.replaceSubrange(
          start..<end, with: (tokens.randomElement(using: &random) ?? "").utf8)
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 3 where start < end: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
      }
    }
    return bytes
  }
}
