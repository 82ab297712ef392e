import SystemTestSupport
import Testing

@testable import Server

/// Tests of the time limit for a whole request, in virtual time over real connections.
struct DeadlineTests {
  private let clock = MillisecondClock()
  private let server: HTTPServer

  init() throws {
    var options = HTTPServer.Options.anyPort
    options.requestTimeout = 90
    options.milliseconds = { [clock] in clock.now }
    server = try HTTPServer(TestServer().service, options)
  }

  private func connect() async throws -> TestConnection {
    let count = server.connectionCount
    let connection = try #require(TestConnection(port: server.port))
    while server.connectionCount == count { await Task.yield() }
    return connection
  }

  @Test func `headers that arrive slowly do not keep a connection open`() async throws {
    let connection = try await connect()
    connection.send("GET /v1/health HTTP/1.1\r\nHost: x\r\n")
    clock.now += 60_000
    connection.send("X-Slow: ")
    clock.now += 29_999
    #expect(server.enforceDeadlines() == 0)
    clock.now += 1
    #expect(server.enforceDeadlines() == 1)
    #expect(connection.finish() == "")
    while server.connectionCount > 0 { await Task.yield() }
  }

  @Test func `a body that arrives slowly does not keep a connection open`() async throws {
    let connection = try await connect()
    connection.send("POST /v1/join HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    while server.requestCount == 0 { await Task.yield() }
    clock.now += 89_999
    #expect(server.enforceDeadlines() == 0)
    connection.send("  ")
    clock.now += 1
    #expect(server.enforceDeadlines() == 1)
    #expect(connection.finish() == "")
    while server.requestCount > 0 { await Task.yield() }
  }

  @Test func `a connection without a request is closed too`() async throws {
    let connection = try await connect()
    clock.now += 90_000
    #expect(server.enforceDeadlines() == 1)
    #expect(connection.finish() == "")
  }

  @Test func `each request of a connection has its own time limit`() async throws {
    let connection = try await connect()
    for _ in 0..<3 {
      clock.now += 80_000
      connection.send("GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(connection.receive(until: #"{"status":"ok"}"#).hasPrefix("HTTP/1.1 200 OK\r\n"))
      while server.requestCount > 0 { await Task.yield() }
      #expect(server.enforceDeadlines() == 0)
    }
    clock.now += 90_000
    #expect(server.enforceDeadlines() == 1)
  }

  @Test func `a stream of events has no deadline`() async throws {
    let test = try TestServer()
    let ann = try test.join("Ann")
    var options = HTTPServer.Options.anyPort
    options.milliseconds = { [clock] in clock.now }
    let server = try HTTPServer(test.service, options)
    let connection = try #require(TestConnection(port: server.port))
    connection.send(
      "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(ann.token)\r\n\r\n")
    #expect(connection.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    clock.now += 3_600_000
    #expect(server.enforceDeadlines() == 0)
    _ = server.finish(timeout: .seconds(3600))
  }

  @Test func `the deadline of a connection does not affect other connections`() async throws {
    let slow = try await connect()
    clock.now += 50_000
    let other = try await connect()
    clock.now += 40_000
    #expect(server.enforceDeadlines() == 1)
    #expect(slow.finish() == "")
    other.send("GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(other.finish().hasPrefix("HTTP/1.1 200 OK\r\n"))
  }
}
