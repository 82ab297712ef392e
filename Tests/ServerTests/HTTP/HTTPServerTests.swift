import Dispatch
import FoundationEssentials
import ServerAPI
import Synchronization
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the server over real connections.
struct HTTPServerTests {
  @Test func `requests and responses pass through a connection`() throws {
    let test = try TestServer()
    let server = try HTTPServer(test.service, .anyPort)
    let invite = try test.invite("Ann").text
    let body = #"{"device":"laptop","invite":"\#(invite)"}"#
    let joined = exchange(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
      port: server.port)
    #expect(joined.hasPrefix("HTTP/1.1 201 Created\r\n"))
    #expect(joined.contains("Content-Type: application/json\r\n"))
    let json = try #require(joined.split(separator: "\r\n\r\n").last)
    let token = try APICoding.value(JoinResponse.self, from: Data(json.utf8)).token
    let account = exchange(
      "GET /v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n",
      port: server.port)
    #expect(account.contains(#""devices":[{"id":1,"is_current":true,"name":"laptop"}]"#))
  }

  @Test func `a body that is too large is refused`() throws {
    let test = try TestServer()
    test.service.maxBody = 100
    let server = try HTTPServer(test.service, .anyPort)
    let body = String(repeating: "x", count: 101)
    let response = exchange(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 101\r\n\r\n\(body)",
      port: server.port)
    #expect(response.hasPrefix("HTTP/1.1 413 "))
  }

  @Test func `a stopping server sends the responses to earlier requests`() async throws {
    let server = try HTTPServer(TestServer().service, .anyPort)
    let connection = try #require(TestConnection(port: server.port))
    connection.send(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{")
    while server.requestCount == 0 { await Task.yield() }
    #expect(!server.finish(timeout: .zero))
    #expect(TestConnection(port: server.port) == nil)
    connection.send("}")
    #expect(connection.finish().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(server.finish(timeout: .seconds(3600)))
  }

  /// A malformed request that libmicrohttpd is still reading when the server stops would end the process.
  @Test func `a server closes its connections before it stops`() async throws {
    let (isHandling, mayRespond, isStopped) = (DispatchGate(), DispatchGate(), DispatchGate())
    let test = try TestServer(log: { _ in
      isHandling.open()
      mayRespond.wait()
    })
    var options = HTTPServer.Options.anyPort
    options.threads = 1
    let running = Mutex<HTTPServer?>(try HTTPServer(test.service, options))
    let port = running.withLock { $0?.port ?? 0 }
    let malformed = try #require(TestConnection(port: port))
    let valid = try #require(TestConnection(port: port))
    while running.withLock({ $0?.connectionCount ?? 2 }) < 2 { await Task.yield() }
    // The only thread is busy, so it has not read the other request when the server stops.
    valid.send("GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
    isHandling.wait()
    malformed.send("GET /v1/health HTTP/1.1\r\n\r\n")

    DispatchQueue.global().async {
      running.withLock { $0 = nil }
      isStopped.open()
    }
    // The connection is closed although the thread is still busy.
    #expect(malformed.finish() == "")
    mayRespond.open()
    isStopped.wait()
    // Whether the valid request got its response depends on which connection was closed first.
    _ = valid.finish()
  }

  @Test func `listening on an invalid address causes an error`() throws {
    var options = HTTPServer.Options.anyPort
    options.address = "localhost"
    #expect(
      throws: HTTPServerError(
        "cannot listen on localhost:0; check the address and the certificate")
    ) { try HTTPServer(TestServer().service, options) }
  }
}

extension HTTPServer.Options {
  static var anyPort: Self {
    var options = Self()
    options.port = 0
    options.threads = 2
    // The server must not close a connection while the test does other work.
    options.idleTimeout = 86_400
    return options
  }
}
