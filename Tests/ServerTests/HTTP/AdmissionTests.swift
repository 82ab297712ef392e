import FoundationEssentials
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the decisions that the server makes from the head of a request, before its body arrives.
struct AdmissionTests {
  private let test: TestServer
  private let clock = VirtualClock()

  init() throws { test = try TestServer(limits: RateLimits(), clock: clock) }

  private static func head(
    _ line: String, size: Int, token: String? = nil, _ headers: String = ""
  ) -> String {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return
      "\(line) HTTP/1.1\r\nHost: x\r\n\(authorization)\(headers)Content-Length: \(size)\r\n\r\n"
  }

  /// Sends the head of a request whose body never arrives.
  private func begin(
    _ line: String = "POST /v1/workouts", size: Int, token: String? = nil, _ headers: String = "",
    on server: HTTPServer
  ) throws -> TestConnection {
    let connection = try #require(TestConnection(port: server.port))
    connection.send(Self.head(line, size: size, token: token, headers))
    return connection
  }

  /// Returns the status and the body of the next response.
  private func response(_ connection: TestConnection) -> (status: Int?, text: String) {
    let text = connection.receive(through: "}")
    return (Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)), text)
  }

  @Test(arguments: [
    ("POST /v1/workouts", 1_000_000, 401), ("POST /v1/journal", 10, 401),
    ("POST /v1/join", 4097, 413), ("POST /elsewhere", 1_000_000, 404),
    ("DELETE /v1/health", 10, 405), ("GET /v1/account", 10, 401),
    ("POST /v1/workouts", 1 << 40, 413),
  ])
  func `a stranger gets a response before sending the body, and the connection ends`(
    line: String, size: Int, status: Int
  ) throws {
    let server = try HTTPServer(test.service, .anyPort)
    for token in [nil, "short", Secret().text] {
      let connection = try begin(line, size: size, token: token, on: server)
      #expect(response(connection).status == status)
      #expect(connection.finish() == "")
    }
    #expect(test.service.budget.reservedCount == 0)
  }

  @Test func `the body of a request without a token has at most 4 KB`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    let refused = response(try begin("POST /v1/join", size: 4097, on: server))
    #expect(refused.text.contains("the body is too large; send at most 4 KB at a time"))
    let accepted = try begin("POST /v1/join", size: 4096, on: server)
    accepted.send(String(repeating: "x", count: 4096))
    #expect(response(accepted).text.contains("the body is not valid"))
    let chunked = exchange(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        + String(repeating: "1\r\nx\r\n", count: 4097) + "0\r\n\r\n", port: server.port)
    #expect(chunked.hasPrefix("HTTP/1.1 413 "))
  }

  @Test func `the body of a request with a token has at most 1 MB`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    let ann = try test.join("Ann")
    let refused = response(try begin(size: 1 << 20 + 1, token: ann.token, on: server))
    #expect(refused.text.contains("the body is too large; send at most 1 MB at a time"))
    let accepted = try begin(size: 1 << 20, token: ann.token, on: server)
    accepted.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
    #expect(response(accepted).text.contains("the body is not valid"))
  }

  @Test func `a client that asks whether to send a body gets an answer`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    let ann = try test.join("Ann")
    let expect = "Expect: 100-continue\r\n"
    let accepted = try begin(size: 2, token: ann.token, expect, on: server)
    #expect(accepted.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    accepted.send("{}")
    #expect(response(accepted).status == 400)
    #expect(response(try begin(size: 2, expect, on: server)).status == 401)
  }

  @Test func `a client that sends its body in spite of a refusal receives the response`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    for _ in 0..<20 {
      let connection = try begin(size: 1_000_000, on: server)
      connection.send([UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
      #expect(response(connection).status == 401)
    }
  }

  @Test func `a device whose access ends while it sends is refused`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    let ann = try test.join("Ann")
    let connection = try begin(size: 2, token: ann.token, "Expect: 100-continue\r\n", on: server)
    #expect(connection.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
    _ = try ann.send(.delete, "/v1/account")
    connection.send("{}")
    #expect(response(connection).status == 401)
  }

  @Test func `the bodies that a device sends at once are limited`() async throws {
    let server = try HTTPServer(test.service, .anyPort)
    let (ann, ben) = (try test.join("Ann"), try test.join("Ben"))
    let expect = "Expect: 100-continue\r\n"
    func begin() throws -> TestConnection {
      try self.begin(size: 1 << 20, token: ann.token, expect, on: server)
    }
    var connections = try (0..<4).map { _ in try begin() }
    for connection in connections {
      #expect(connection.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
    }
    let refused = response(try begin())
    #expect(refused.status == 429)
    #expect(refused.text.contains("Retry-After: 1\r\n"))
    let other = try self.begin(size: 2, token: ben.token, on: server)
    other.send("{}")
    #expect(response(other).status == 400)
    connections.removeFirst()
    // Two bytes of Ben may still be reserved.
    while test.service.budget.reservedCount >= 4 << 20 { await Task.yield() }
    #expect(try begin().receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
  }

  @Test func `behind a proxy, the bodies that an address sends at once are limited`() throws {
    var options = HTTPServer.Options.anyPort
    options.isBehindProxy = true
    options.maxConnectionsPerAddress = 0
    let server = try HTTPServer(test.service, options)
    func begin(_ sender: String) throws -> TestConnection {
      try self.begin(
        "POST /v1/join", size: 10,
        "X-Forwarded-For: 10.0.0.1, \(sender)\r\nExpect: 100-continue\r\n", on: server)
    }
    let connections = try (0..<64).map { try begin("192.0.2.1:\($0)") }
    for connection in connections {
      #expect(connection.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
    }
    #expect(response(try begin("192.0.2.1")).status == 429)
    #expect(try begin("192.0.2.2").receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
  }

  @Test(arguments: ["POST /v1/journal", "GET /v1/account"])
  func `a request of a device counts once`(line: String) throws {
    let server = try HTTPServer(test.service, .anyPort)
    let ann = try test.join("Ann")
    let connection = try #require(TestConnection(port: server.port))
    let size = line.hasPrefix("POST") ? 2 : 0
    let request =
      Self.head(line, size: size, token: ann.token) + String(repeating: "{", count: size)
    let statuses = (0..<401).map { _ in
      connection.send(request)
      let head = connection.receive(through: "\r\n\r\n")
      _ = connection.receive(count: head.contentLength)
      return head.dropFirst("HTTP/1.1 ".count).prefix(3)
    }
    #expect(Set(statuses.prefix(400)) == [size == 0 ? "200" : "400"])
    #expect(statuses.last == "429")
  }

  @Test func `a request with an unknown token counts once for its address`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    let statuses = try (0..<201).map { _ in
      let connection = try #require(TestConnection(port: server.port))
      connection.send(Self.head("GET /v1/account", size: 0, token: Secret().text))
      return response(connection).status
    }
    #expect(Set(statuses.prefix(200)) == [401])
    #expect(statuses.last == 429)
  }

  // MARK: - Connections

  private func connect(_ server: HTTPServer) async throws -> TestConnection {
    let count = server.connectionCount
    let connection = try #require(TestConnection(port: server.port))
    while server.connectionCount == count { await Task.yield() }
    return connection
  }

  @Test func `if too many connections have no token, the oldest one ends`() async throws {
    var options = HTTPServer.Options.anyPort
    options.maxUnknownConnections = 3
    let server = try HTTPServer(test.service, options)
    let ann = try test.join("Ann")
    let upload = try begin(size: 2, token: ann.token, "Expect: 100-continue\r\n", on: server)
    #expect(upload.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
    var unknown: [TestConnection] = []
    for _ in 0..<3 { unknown.append(try await connect(server)) }
    unknown[0].send("GET /v1/health HTTP/1.1\r\nHost: x\r\n")
    unknown.append(try #require(TestConnection(port: server.port)))
    #expect(unknown[0].receive(through: "any") == "")
    for connection in unknown[1...] {
      connection.send("GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(response(connection).status == 200)
    }
    upload.send("{}")
    #expect(response(upload).status == 400)
  }

  @Test func `a connection whose request has ended counts as one without a token`() async throws {
    var options = HTTPServer.Options.anyPort
    options.maxUnknownConnections = 1
    let server = try HTTPServer(test.service, options)
    let ann = try test.join("Ann")
    let upload = try begin(size: 2, token: ann.token, on: server)
    upload.send("{}")
    #expect(response(upload).status == 400)
    while server.requestCount > 0 { await Task.yield() }
    _ = try #require(TestConnection(port: server.port))
    #expect(upload.receive(through: "any") == "")
  }
}

/// Tests of memory limits.
struct ByteBudgetTests {
  private let ann = ByteBudget.Owner.device(Secret().hash)
  private let ben = ByteBudget.Owner.device(Secret().hash)
  private let stranger = ByteBudget.Owner.address(NetworkPrefix("192.0.2.1"))

  @Test func `all owners together have a limit`() throws {
    let budget = ByteBudget(maxTotal: 3 << 20)
    do {
      let reservations = [
        try budget.reserve(2 << 20, for: ann), try budget.reserve(1 << 20, for: ben),
      ]
      let error = #expect(throws: RequestError.self) { try budget.reserve(1, for: stranger) }
      #expect(error?.status == 503)
      #expect(error?.headers.first?.name == "Retry-After")
      withExtendedLifetime(reservations) {}
    }
    #expect(budget.reservedCount == 0)
    _ = try budget.reserve(1, for: stranger)
  }

  @Test func `small bodies are limited in number`() throws {
    let budget = ByteBudget()
    let reservations = try (0..<64).map { _ in try budget.reserve(1, for: stranger) }
    let error = #expect(throws: RequestError.self) { try budget.reserve(1, for: stranger) }
    #expect(error?.status == 429)
    withExtendedLifetime(reservations) {}
    _ = try budget.reserve(1, for: .address(nil))
  }

  @Test func `large responses count until they are sent`() throws {
    let test = try TestServer()
    let ann = try test.join("Ann")
    let entries = (0..<4).map { _ in
      JournalEntry(id: UUID(), data: Data(repeating: 1, count: 250_000))
    }
    #expect(
      try ann.send(.post, "/v1/journal", JournalUpload(key: UUID(), entries: entries)).status == 200
    )
    var pages: [Response] = []
    while let page = try? ann.send(.get, "/v1/journal"), page.status == 200 { pages.append(page) }
    #expect(pages.count == 3)
    #expect(try ann.send(.get, "/v1/journal").status == 429)
    #expect(try ann.send(.get, "/v1/account").status == 200)
    pages = []
    #expect(try ann.send(.get, "/v1/journal").status == 200)
  }
}

extension String {
  /// The number in the header `Content-Length`.
  fileprivate var contentLength: Int {
    split(separator: "Content-Length: ").dropFirst().first
      .flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
  }
}
