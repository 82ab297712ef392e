import FoundationEssentials
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of malformed and oversized requests, over real connections.
///
/// After each of them, the server still serves another connection.
struct MalformedHTTPTests {
  private let clock = MillisecondClock()
  private let server: HTTPServer

  init() throws {
    var options = HTTPServer.Options.anyPort
    options.milliseconds = { [clock] in clock.now }
    server = try HTTPServer(TestServer().service, options)
  }

  /// Returns the statuses of the responses to `request`, after which the server closes the connection.
  private func statuses(_ request: [UInt8]) -> [Int] {
    guard let connection = TestConnection(port: server.port) else { return [] }
    connection.send(request)
    let text = connection.finish()
    return text.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
  }

  private func statuses(_ request: String) -> [Int] { statuses(Array(request.utf8)) }

  private func expectService() {
    #expect(statuses("GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") == [200])
  }

  @Test(arguments: [
    ("/v1/health%00", 404), ("/v1/%68ealth", 404), ("/v1/boards/%70ushups-2min", 401),
    ("/", 404), ("/v1", 404), ("/v1/boards", 404), ("/v2/health", 404), ("/v1/health/x", 404),
    ("/v1%2fhealth", 404), ("/v1/health%", 404),
    ("/v1/health%zz", 404), ("/v1/health%c0%80", 404), ("/v1/health%ff", 404),
    ("/v1/./health", 404), ("/v1/x/../health", 404), ("/../../etc/passwd", 404),
    ("/v1/boards/..%2f..%2fetc%2fpasswd", 401), ("//v1///health//", 404), ("/v1/health/", 404),
    ("http://other.example/v1/health", 404), ("*", 404),
    ("/v1/health?%00=%ff&period=%", 200),
  ])
  func `a path matches exactly, or is not found`(path: String, status: Int) {
    #expect(
      statuses("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") == [status])
    expectService()
  }

  @Test(arguments: ["/", "/v1/health?"])
  func `a path that is too long is refused`(start: String) {
    let path = start + String(repeating: "a=b&", count: 20_000)
    #expect(statuses("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n") == [414])
    expectService()
  }

  @Test(arguments: ["PUT", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "G\u{1}T", "GETGETGET"])
  func `other methods are not allowed`(method: String) {
    #expect(
      statuses("\(method) /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") == [405])
    expectService()
  }

  @Test func `headers that are too large are refused`() {
    let start = "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    let long = "X-Long: " + String(repeating: "a", count: 100_000) + "\r\n\r\n"
    #expect(statuses(start + long) == [431])
    let many = (0..<10_000).map { "X-\($0): a\r\n" }.joined() + "\r\n"
    #expect(statuses(start + many) == [431])
    expectService()
  }

  @Test(arguments: [
    "Transfer-Encoding: chunked\r\nContent-Length: 4",
    "Content-Length: 4\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: xchunked", "Transfer-Encoding: identity",
    "Transfer-Encoding: chunked, identity", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
    "Content-Length: 4\r\nContent-Length: 5", "Content-Length: +4", "Content-Length: 4, 4",
    "Content-Length: -1", "Content-Length: 99999999999999999999", "Content-Length: 0x4",
  ])
  func `a request whose end is ambiguous hides no second request`(framing: String) {
    let hidden = "GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n"
    let found = statuses(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n0\r\n\r\n\(hidden)")
    #expect(found.count == 1 && (400..<500).contains(found[0]))
    expectService()
  }

  @Test func `a GET request whose end is ambiguous is refused, too`() throws {
    let connection = try #require(TestConnection(port: server.port))
    connection.send(
      "GET /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    let response = connection.finish()
    #expect(response.hasPrefix("HTTP/1.1 400 "))
    #expect(
      response.contains("the length of the body is ambiguous; send one Content-Length, or chunks"))
  }

  @Test(arguments: [
    "\u{0}\u{1}\u{2}\r\n\r\n", "\r\n\r\n\r\n\r\n", "GET\r\n\r\n", "GET /v1/health\r\n\r\n",
    "GET /v1/health HTTP/9.9\r\nHost: x\r\n\r\n", "GET  /v1/health  HTTP/1.1\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{A5}\u{1}\u{0}",
    "GET /v1/health HTTP/1.1\nHost: x\n\n", "GET /v1/health HTTP/1.1\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost : x\r\n\r\n", "GET /v1/health HTTP/1.1\r\n Host: x\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nAuthorization\r\n\r\n",
    "POST /v1/join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST /v1/join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
    "POST /v1/join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
    "POST /v1/join HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{",
  ])
  func `the connection of a malformed request is closed no later than its deadline`(
    request: String
  ) async throws {
    let connection = try #require(TestConnection(port: server.port))
    while server.connectionCount == 0 { await Task.yield() }
    connection.send(request)
    expectService()
    clock.now += 90_000
    while server.connectionCount > 0 {
      _ = server.enforceDeadlines()
      await Task.yield()
    }
    #expect(!connection.finish().hasPrefix("HTTP/1.1 500"))
  }

  @Test(arguments: [
    "GET /v1/health HTTP/1.1\r\nHost : x\r\n\r\n", "GET /v1/health HTTP/1.1\r\nHost\t: x\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\nGET /",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\n: z\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nX\u{E9}: z\r\n\r\n",
    "GET /v1/health\u{0}x HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/health?a=b\u{0}c HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/health\u{0} HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\u{0}y\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nX: a\u{0}b\r\nY: c\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\n\r\n", "GET /v1/health HTTP/1.1\r\nX: y\r\n\r\n",
    "GET /v1/health x HTTP/1.1\r\nHost: x\r\n\r\n", "GET  /v1/health  HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\n Host: x\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nX: y\r\n z\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nContent-Len: 5\r\n gth\r\n\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nAuthorization\r\n\r\n",
    "POST /v1/join HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 1000000\r\n\r\n",
  ])
  func `a head that other parsers may read differently is refused once, and the connection ends`(
    request: String
  ) throws {
    let connection = try #require(TestConnection(port: server.port))
    connection.send(request)
    // The client leaves the connection open, so the server must close it.
    let response = connection.receive(through: "never")
    #expect(response.split(separator: "HTTP/1.1 ").map { Int($0.prefix(3)) } == [400])
    #expect(response.contains("\r\nConnection: close\r\n"))
    expectService()
  }

  @Test(arguments: [
    "GET /v1/health HTTP/1.0\r\n", "GET /v1/health HTTP/1.1\r\nhOST:x\r\n",
    "GET /v1/health HTTP/1.1\r\nHost:\t x \r\nX:\r\nY: a b\t\r\n",
    "\r\nGET /v1/health?a=b HTTP/1.1\r\nHost: x\r\n",
    "GET /v1/health HTTP/1.1\r\nHost: x\r\nCookie: a=b; c=\"d\"\r\nAccept: */*\r\n",
  ])
  func `an unusual head that is valid is read`(request: String) {
    #expect(statuses(request + "Connection: close\r\n\r\n") == [200])
  }

  @Test func `HEAD is answered like GET, without a body`() throws {
    func response(_ method: String, _ path: String) -> String {
      exchange(
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        port: server.port)
    }
    for path in ["/v1/health", "/metrics", "/v1/openapi.json", "/wall.css", "/v1/account", "/none"]
    {
      let parts = response("HEAD", path).split(separator: "\r\n\r\n")
      #expect(parts.count == 1)
      func withoutDate(_ head: Substring?) -> [Substring]? {
        head?.split(separator: "\r\n").filter { !$0.hasPrefix("Date:") }
      }
      if path != "/metrics" {
        #expect(
          withoutDate(parts.first)
            == withoutDate(response("GET", path).split(separator: "\r\n\r\n").first))
      }
    }
    #expect(response("HEAD", "/v1/join").contains("\r\nAllow: POST\r\n"))
    #expect(response("PUT", "/v1/health").contains("\r\nAllow: GET, HEAD\r\n"))
  }

  @Test func `pipelined requests are answered in order, and bytes after the last are ignored`() {
    let health = "GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n"
    let missing = "GET /none HTTP/1.1\r\nHost: x\r\n\r\n"
    let last = "GET /v1/members HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    #expect(
      statuses(String(repeating: health + missing, count: 50) + last + "\u{0}garbage\r\n\r\n")
        == (0..<100).map { $0.isMultiple(of: 2) ? 200 : 404 } + [401])
    expectService()
  }

  @Test func `a body far beyond the limit is not read to its end`() {
    let size = 100 << 20
    guard let connection = TestConnection(port: server.port) else { return }
    connection.send(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
    let part = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
    var sent = 0
    while sent < size, connection.send(part) { sent += part.count }
    #expect(sent < size)
    expectService()
  }

  @Test func `a body in many chunks is read`() {
    let body = #"{"device":"x","invite":"x"}"#
    let chunks = body.utf8.map { "1;name=\"value\"\r\n\(Character(UnicodeScalar($0)))\r\n" }
      .joined()
    #expect(
      statuses(
        "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
          + chunks + "0\r\nX-Trailer: x\r\n\r\n") == [404])
  }

  @Test func `no header of a response comes from a request`() throws {
    let connection = try #require(TestConnection(port: server.port))
    connection.send(
      "GET /v1/health%0d%0aX-Evil:%20yes HTTP/1.1\r\nHost: x%0d%0aX-Evil: yes\r\nConnection: close\r\n"
        + "If-None-Match: \"%0d%0aX-Evil: yes\"\r\nOrigin: https://evil.example\r\n\r\n")
    let response = connection.finish()
    #expect(response.hasPrefix("HTTP/1.1 404 "))
    #expect(!response.contains("vil"))
    #expect(!response.contains("Access-Control-Allow"))
  }
}
