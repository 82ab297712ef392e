import FoundationEssentials
import HTTPClient
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests with servers that send nonsense or do not respond.
@Suite(.enabled(if: HTTPClient.failure == nil, "libcurl4 is not installed"))
struct HostileServerTests {
  /// Returns the error of a call to a server that answers every request with `bytes`.
  private func error(answering bytes: String) async -> ServerError? {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send(bytes)
    }
    let connection = ServerConnection(.local(server.port), token: "t", .network())
    return await #expect(throws: ServerError.self) { try await connection.account() }
  }

  private static let account =
    #"{"member":"Ann","group":{"id":"c","name":"C","time_zone":"UTC","week_start":"monday","counting":"all"},"devices":[]}"#

  private static func response(
    _ body: String, status: String = "200 OK", type: String = "application/json"
  ) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test(arguments: [
    response("<html>Log in to the hotel</html>", type: "text/html"),
    response("<html>Not found</html>", status: "404 Not Found", type: "text/html"),
    response("", status: "302 Found"), response("{}"), response("null"), response("[]"),
    response(String(repeating: "[", count: 1_000_000)),
    response(String(repeating: "{\"member\":", count: 100_000)),
    response(#"{"member":1,"group":{"id":"c","name":"C"},"devices":[]}"#),
    response("\u{0}\u{1}"), response("{}", status: "304 Not Modified"),
    "HTTP/1.1 999 \u{1B}[31m\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
  ])
  func `an answer that no Ladder server sends is reported in one line`(bytes: String) async throws {
    let error = try #require(await error(answering: bytes))
    guard case .invalidResponse = error else { throw error }
    #expect(error.sentence.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    #expect(error.isTemporary)
  }

  @Test(arguments: ["{}", "<html>Log in to the hotel</html>"])
  func `a page not from a Ladder server is refused, so that it is not stored`(
    body: String
  ) async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.respond(body)
    }
    let connection = ServerConnection(.local(server.port), token: "t", .network())
    let error = await #expect(throws: ServerError.self) {
      _ = try await connection.board("pushups-2min", .allTime, .after(nil), unlessTagged: nil)
    }
    guard case .invalidResponse = error else {
      Issue.record("\(String(describing: error)) is not the expected error")
      return
    }
  }

  @Test func `a request to a proxy that cannot reach its server can be retried`() async throws {
    let bytes = Self.response(
      "<html>Bad gateway</html>", status: "502 Bad Gateway", type: "text/html")
    let error = try #require(await error(answering: bytes))
    #expect(error.isTemporary)
    #expect(error.sentence == "the server says: it cannot respond now; try again later")
  }

  @Test func `the server's sentence is escaped and truncated`() async throws {
    let text = "no\u{1B}[31m" + String(repeating: "x", count: 5000)
    let json = String(decoding: try APICoding.data(APIError(error: text)), as: UTF8.self)
    let error = try #require(
      await error(answering: Self.response(json, status: "403 Forbidden")))
    #expect(!error.isTemporary)
    #expect(error.sentence.hasPrefix("the server says: no\\u{1b}[31mxxx"))
    #expect(error.sentence.count < 300)
  }

  private static let token = "q7Vb2mXoP0eRt5YhLwZc8JdKfGn3sAuI"

  /// Returns the error of a call to a server that answers with `body`. The token of the call is long.
  private func error(
    sending body: String, status: String = "200 OK",
    to call: (ServerConnection) async throws -> Void
  ) async -> ServerError? {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send(Self.response(body, status: status))
    }
    let connection = ServerConnection(.local(server.port), token: Self.token, .network())
    return await #expect(throws: ServerError.self) { try await call(connection) }
  }

  @Test(arguments: [
    token, "your token is \(token)!", "\(token.map(String.init).joined(separator: " "))",
    token.uppercased(), "the half of it is \(token.prefix(16)).",
    String(repeating: "\u{200B}", count: 4000) + token,
    token.utf8.map { "\\u00\(String($0, radix: 16))" }.joined(),
  ])
  func `a secret in the server's text is not shown`(text: String) async throws {
    let refused = try #require(
      await error(sending: #"{"error":"\#(text)"}"#, status: "403 Forbidden") {
        _ = try await $0.account()
      })
    #expect(
      refused.sentence
        == "the server says: (hidden: the text contains a secret of this machine); tell the server's operator"
    )
    #expect(!refused.isTemporary)
    let group = #"{"id":"c","name":"C","time_zone":"UTC","week_start":"monday","counting":"all"}"#
    let device = #"{"id":1,"name":"\#(text)","is_current":true}"#
    let account = #"{"member":"Ann","group":\#(group),"devices":[\#(device)]}"#
    let misbehaving = ServerError.misbehaving(
      host: "127.0.0.1", "it sends a secret of this machine back")
    #expect(await error(sending: account) { _ = try await $0.account() } == misbehaving)
    let members = #"[{"id":1,"name":"\#(text)","is_owner":false}]"#
    #expect(await error(sending: members) { _ = try await $0.members() } == misbehaving)
    let result = #"{"results":[{"id":"\#(UUID())","status":"refused","reason":"\#(text)"}]}"#
    #expect(await error(sending: result) { _ = try await $0.submit([]) } == misbehaving)
    let entry = BoardPage.Entry(
      rank: 1, member: 1, name: "Mal", reps: 1, durationMilliseconds: 1, achievedAt: .sunday,
      workout: UUID(), provenance: .live)
    let page = BoardPage(
      challenge: "pushups-2min", week: nil, people: 1, offset: 0, entries: [entry], next: nil)
    let board = String(decoding: try APICoding.data(page), as: UTF8.self)
      .replacing("Mal", with: text)
    let shown = await error(sending: board) {
      _ = try await $0.board("pushups-2min", .allTime, .after(nil), unlessTagged: nil)
    }
    #expect(shown == misbehaving)
    #expect(misbehaving.sentence.contains("does not behave like a Ladder server"))
  }

  @Test(arguments: ["your name is taken", "q7Vb2mXoP0e", ""])
  func `a text without the secret is shown`(text: String) async throws {
    let refused = await error(sending: #"{"error":"\#(text)"}"#, status: "403 Forbidden") {
      _ = try await $0.account()
    }
    #expect(refused?.summary.hasSuffix(text) == true)
  }

  @Test(arguments: ["token", "secret"])
  func `a secret that the server repeats during joining is not shown`(name: String) async throws {
    let secret = "SecretSecretSecretSecretSecretSecret"
    let text = name == "token" ? Self.token : secret
    let group =
      #"{"id":"c","name":"\#(text)","time_zone":"UTC","week_start":"monday","counting":"all"}"#
    for (body, status) in [
      (#"{"error":"\#(text)"}"#, "403 Forbidden"),
      (#"{"token":"\#(Self.token)","member":"Ann","group":\#(group)}"#, "200 OK"),
    ] {
      let error = try #require(
        await error(sending: body, status: status) {
          _ = try await $0.join(secret, device: "laptop", token: Self.token)
        })
      #expect(!error.sentence.contains(text) && !error.isTemporary)
    }
  }

  @Test func `a token other than the chosen one is refused`() async throws {
    let group = #"{"id":"c","name":"C","time_zone":"UTC","week_start":"monday","counting":"all"}"#
    let body = #"{"token":"another-token","member":"Ann","group":\#(group)}"#
    let error = await error(sending: body) {
      _ = try await $0.join("SecretSecretSecret", device: "laptop", token: Self.token)
    }
    #expect(
      error == .misbehaving(host: "127.0.0.1", "it chose another token for this machine"))
    #expect(error?.isTemporary == false)
  }

  @Test(arguments: [
    "https://club.example/join?AAAAAAAAAAAAAAAAAAAAAAAA", "javascript:alert(1)", "",
    "https://club.example/join#short", "https://club.example/join#AAAAAAAAAAAAAAAAAAAA\\u001b",
    "https://club.example/join#AAAAAAAAAAAAAAAAAAAAAAAA.\(JournalKey().linkText)",
  ])
  func `an invitation with an invalid link is refused`(link: String) async {
    let body = #"{"link":"\#(link)"}"#
    let misbehaving = ServerError.misbehaving(
      host: "127.0.0.1", "its link is not a link to a group")
    #expect(await error(sending: body) { _ = try await $0.inviteDevice() } == misbehaving)
    #expect(await error(sending: body) { _ = try await $0.invite(.sample("Ben")) } == misbehaving)
  }

  @Test func `an unknown error code from a newer server is ignored`() async throws {
    let bytes = Self.response(#"{"error":"no","code":"tomorrow"}"#, status: "409 Conflict")
    guard case .refused(let refusal) = await error(answering: bytes) else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.code == nil && refusal.sentence == "no")
  }

  @Test func `unknown JSON members from a newer server are ignored`() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.respond(
        Self.account.replacing("{\"id\"", with: "{\"x\":[1],\"id\"").replacing(
          "\"devices\"", with: "\"later\":{},\"devices\""))
    }
    let connection = ServerConnection(.local(server.port), token: "t", .network())
    #expect(try await connection.account().member == "Ann")
  }

  @Test func `a response that is cut at any byte is an error`() async throws {
    let bytes = Array(
      Self.response(Self.account).utf8)
    let count = Recorded(0)
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      let end = count.value
      count.update { $0 += 1 }
      connection.send(Array(bytes[..<end]))
    }
    let transport = Transport.network()
    for _ in bytes {
      let connection = ServerConnection(.local(server.port), token: "t", transport)
      await #expect(throws: ServerError.self) { try await connection.account() }
    }
    let connection = ServerConnection(.local(server.port), token: "t", transport)
    #expect(try await connection.account().member == "Ann")
  }

  @Test func `names and numbers of a page are sanitized`() throws {
    let json = """
      {"challenge":"pushups-2min","people":-5,"offset":9223372036854775807,"next":"\(String(repeating: "x", count: 300))",
      "entries":[{"rank":-1,"member":1,"name":"\\u001b[31mMal\\u202e","reps":99999999999,
      "duration_ms":-9223372036854775808,"is_complete":true,"achieved_at":"9999-12-31T23:59:59Z",
      "workout":"00000000-0000-0000-0000-000000000000","provenance":"live","is_you":false}]}
      """
    let page = try #require(
      LeaderboardPage(json: Data(json.utf8), of: "pushups-2min", loadedAt: .sunday))
    let standing = try #require(page.standings.first)
    #expect(standing.name == "[31mMal")
    #expect(standing.rank == 1 && standing.reps == 100_000 && standing.duration == .zero)
    #expect(page.participantCount == 0 && page.next == nil)
    #expect(LeaderboardPage(json: Data(json.utf8), of: "burpees-100", loadedAt: .sunday) == nil)
  }

  @Test func `a page with too many entries is refused`() throws {
    let entry = BoardPage.Entry(
      rank: 1, member: 1, name: "Ann", reps: 1, durationMilliseconds: 1, achievedAt: .sunday,
      workout: UUID(), provenance: .live)
    let board = BoardPage(
      challenge: "pushups-2min", week: nil, people: 1, offset: 0,
      entries: Array(repeating: entry, count: 101), next: nil)
    #expect(
      LeaderboardPage(json: try APICoding.data(board), of: "pushups-2min", loadedAt: .sunday) == nil
    )
  }

  @Test func `the week of a page is read`() throws {
    let board = BoardPage(
      challenge: "pushups-2min", week: "2026-03-02", people: 0, offset: 0, entries: [], next: nil)
    let page = LeaderboardPage(
      json: try APICoding.data(board), of: "pushups-2min", loadedAt: .sunday)
    #expect(page?.week.map { CivilDate(daysSince1970: $0.firstDay).text } == "2026-03-02")
  }

  @Test(arguments: [
    (
      "event: board\ndata: {\"challenge\":\"plank-hold\"}\n\n",
      [ServerEvent.boardChanged("plank-hold")]
    ),
    ("event:journal\ndata:{}\n\n", [.journalChanged]),
    (": comment\n\nevent: later\ndata: x\n\nid: 7\nretry: 1\n\n", []),
    ("event: board\ndata: nonsense\n\ndata: {}\n\nevent: board\n\n", []),
    ("event: journal", []),
  ])
  @MainActor
  func `known events are read, and unknown ones are ignored`(text: String, events: [ServerEvent]) {
    var received: [ServerEvent] = []
    let parser = EventParser(uptime: { .zero }) { received.append($0) }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(parser.receive(String(line)))
    }
    #expect(received.filter { $0 != .opened } == events)
  }

  @Test(arguments: ["", ":", "event: board", String(repeating: "x", count: 1000)])
  @MainActor
  func `a stream may send 16 KB at once and 8 KB per second`(line: String) {
    let now = Recorded(Duration.zero)
    let parser = EventParser(uptime: { now.value }) { _ in }
    /// Returns the number of bytes until the parser rejects a line, including that line.
    func receive() -> Int {
      var size = line.utf8.count + 1
      while parser.receive(line) { size += line.utf8.count + 1 }
      return size
    }
    #expect((16_385...17_400).contains(receive()))
    #expect(!parser.receive(line))
    now.update { $0 = .seconds(3600) }
    #expect((16_385...17_400).contains(receive()))
    // An hour of 7 KB per 100 seconds.
    now.update { $0 = .seconds(7200) }
    for second in 0..<3600 {
      now.update { $0 = .seconds(7200 + second) }
      for _ in 0..<7000 / (line.utf8.count + 1) where second % 100 == 0 {
        #expect(parser.receive(line))
      }
    }
  }

  @Test func `a stream that sends without a pause is closed with a message`() async throws {
    let isClosed = AsyncStream.makeStream(of: Void.self)
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      let events = String(
        repeating: "event: board\ndata: {\"challenge\":\"pushups-2min\"}\n\n", count: 100)
      while connection.send(events) {}
      isClosed.continuation.yield()
    }
    let connection = ServerConnection(.local(server.port), token: "t", .network())
    let error = await #expect(throws: ServerError.self) {
      try await connection.receiveEvents(uptime: { .zero }) { _ in }
    }
    #expect(
      error?.sentence == "127.0.0.1 does not behave like a Ladder server "
        + "(it sends events without a pause); tell the server's operator")
    var ends = isClosed.stream.makeAsyncIterator()
    await ends.next()
  }
}
