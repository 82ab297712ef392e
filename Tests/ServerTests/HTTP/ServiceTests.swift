import FoundationEssentials
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of paths, methods and bodies.
struct ServiceTests {
  @Test func `caches may keep only leaderboard pages, and must revalidate them`() throws {
    let ann = try TestServer().join("Ann")
    #expect(try ann.send(.get, "/v1/account").header("Cache-Control") == "no-store")
    #expect(
      try ann.send(.get, "/v1/boards/pushups-2min").header("Cache-Control") == "private, no-cache")
    #expect(
      try ann.send(.get, "/elsewhere").header("X-Content-Type-Options") == "nosniff")
  }

  @Test func `the response to a wrong method names the allowed method`() throws {
    let response = try TestServer().send(.get, "/v1/workouts")
    #expect(response.status == 405)
    #expect(response.header("Allow") == "POST")
  }

  @Test(arguments: [
    ("3.a0", "3.a0"), ("3%2ea0", "3.a0"), ("%C3%A9t%c3%a9", "été"), ("a+b", "a+b"), ("100%", nil),
    ("%2", nil), ("%zz", nil), ("%FF", nil),
  ])
  func `query parameters are percent-decoded`(text: String, value: String?) {
    let request = Request(.get, "/", query: { $0 == "after" ? text : nil })
    #expect(request.query("after") == value && request.query("before") == nil)
  }

  @Test(arguments: [
    ("", "the body is not valid: it is not JSON"),
    ("{", "the body is not valid: it is not JSON"),
    ("[]", "the body is not valid: it has the wrong type"),
    (#"{"device":"x"}"#, "the body is not valid: \"invite\" is missing"),
    (#"{"device":"x","invite":7}"#, "the body is not valid: it has the wrong type, at .invite"),
    (#"{"device":"x","invite":null}"#, "the body is not valid: it must not be null, at .invite"),
    (String(repeating: "[", count: 100_000), "the body is not valid: it is not JSON"),
  ])
  func `the error for an invalid body explains the problem`(body: String, sentence: String) throws {
    let response = try TestServer().service.respond(
      to: Request(.post, "/v1/join", body: Data(body.utf8)))
    #expect(response.status == 400)
    #expect(try APICoding.value(APIError.self, from: response.body).error == sentence)
  }

  @Test func `requests are counted by route, without names and IDs`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    _ = try ann.send(.get, "/v1/workouts/secret")
    _ = try ann.send(.get, "/v1/workouts/other")
    _ = try ann.send(.get, "/elsewhere")
    let text = try server.send(.get, "/metrics").text
    let counts = text.split(separator: "\n").filter { $0.hasPrefix("ladder_requests_total") }
    #expect(
      counts == [
        #"ladder_requests_total{route="GET /v1/workouts/{workout}",status="404"} 2"#,
        #"ladder_requests_total{route="POST /v1/join",status="201"} 1"#,
        #"ladder_requests_total{route="none",status="404"} 1"#,
      ])
  }

  @Test(arguments: [
    ("Host: 127.0.0.1:8080", true), ("Host: localhost", true), ("Host: [::1]:8080", true),
    ("Host: club.example", false), ("Host: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.1", false),
    ("Host: 127.0.0.1\r\nX-Forwarded-For: 127.0.0.1", false),
    ("Host: localhost\r\nForwarded: for=192.0.2.1", false),
    ("Host: localhost\r\nVia: 1.1 proxy", false),
  ])
  func `only this machine can read the metrics by default`(
    headers: String, isLocal: Bool
  ) throws {
    for (isPublic, isBehindProxy) in [(false, false), (false, true), (true, true)] {
      var options = HTTPServer.Options.anyPort
      (options.hasPublicMetrics, options.isBehindProxy) = (isPublic, isBehindProxy)
      let http = try HTTPServer(TestServer().service, options)
      let response = exchange(
        "GET /metrics HTTP/1.1\r\n\(headers)\r\nConnection: close\r\n\r\n", port: http.port)
      #expect(response.hasPrefix("HTTP/1.1 \(isLocal || isPublic ? 200 : 403) "))
    }
  }

  @Test func `an error of the storage is reported, and the sender does not see its cause`() throws {
    let server = try TestServer()
    let service = Service(
      storage: Storage(BrokenDatabase()),
      report: { #expect($0 == StorageError("the disk is full")) })
    let token = Secret().text
    let response = service.respond(
      to: Request(.get, "/v1/account", header: { _ in "Bearer \(token)" }))
    #expect(response.status == 503)
    #expect(response.header("Retry-After") == "5")
    #expect(!response.text.contains("disk"))
    #expect(server.errors == [])
  }
}

/// A database whose requests fail.
struct BrokenDatabase: StorageDatabase {
  func read<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    throw StorageError("the disk is full")
  }

  func snapshot<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    try read(body)
  }

  func write<Result>(
    _ kind: WriteKind, _ body: (any StorageConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result {
    throw StorageError("the disk is full")
  }

  func mergeSomeScoreChanges(of boards: Set<Int64>) {}

  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {}

  func reportOthersChanges() throws { throw StorageError("the disk is full") }

  func epoch() -> Int? { nil }
}

extension Response {
  var text: String { String(decoding: body, as: UTF8.self) }

  var error: APIError { get throws { try APICoding.value(APIError.self, from: body) } }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// Tests of the routes in documents.
struct RouteDocumentationTests {
  @Test(arguments: Document.all)
  func `a request in a document has a route`(document: Document) {
    let routes = Service.routes.map { "\($0.method.rawValue) \($0.template)" }
    for code in document.codes
    where ["GET /", "POST /", "DELETE /"].contains(where: code.hasPrefix) {
      #expect(routes.contains(code), "\(document): \(code)")
    }
  }
}
