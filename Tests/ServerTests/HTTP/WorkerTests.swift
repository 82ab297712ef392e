import FoundationEssentials
import ServerAPI
import Synchronization
import SystemTestSupport
import Testing

@testable import Server

/// Tests of a server whose database blocks, in virtual time over real connections.
struct WorkerTests {
  private let test: TestServer
  private let database: BlockingDatabase
  private let service: Service
  private let milliseconds = MillisecondClock()
  private let clock = VirtualClock()
  private let ann: TestDevice

  init() throws {
    test = try TestServer()
    database = BlockingDatabase(test.storage.database)
    ann = try test.join("Ann")
    service = Service(
      storage: Storage(database), clock: { [clock] in clock.now },
      report: { Issue.record("\($0.sentence)") })
  }

  /// Starts a server with one thread for connections.
  private func start(workers: UInt32) throws -> HTTPServer {
    var options = HTTPServer.Options.anyPort
    options.threads = 1
    options.workers = workers
    options.milliseconds = { [milliseconds] in milliseconds.now }
    return try HTTPServer(service, options)
  }

  private func begin(_ path: String, on server: HTTPServer) throws -> TestConnection {
    let connection = try #require(TestConnection(port: server.port))
    connection.send(
      "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(ann.token)\r\nConnection: close\r\n\r\n"
    )
    return connection
  }

  private func get(_ path: String, _ headers: String = "", on server: HTTPServer) -> String {
    exchange(
      "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Connection: close\r\n\r\n",
      port: server.port)
  }

  /// Begins requests that wait for the database, while other requests are not blocked.
  private func block(_ count: Int, on server: HTTPServer) async throws -> [TestConnection] {
    database.block(count)
    let connections = try (0..<count).map { _ in try begin("/v1/account", on: server) }
    while database.waitingCount < count { await Task.yield() }
    return connections
  }

  @Test func `requests that need no database do not wait`() async throws {
    let server = try start(workers: 2)
    let authorization = "Authorization: Bearer \(ann.token)\r\n"
    let page = get("/v1/boards/pushups-2min", authorization, on: server)
    let tag = try #require(page.split(separator: "ETag: ").last?.prefix { $0 != "\r\n" })
    let blocked = try await block(2, on: server)
    for path in ["/v1/health", "/metrics", "/v1/openapi.json", "/wall.css"] {
      #expect(get(path, on: server).hasPrefix("HTTP/1.1 200 "))
    }
    #expect(get("/elsewhere", on: server).hasPrefix("HTTP/1.1 404 "))
    #expect(get("/v1/account", on: server).hasPrefix("HTTP/1.1 401 "))
    // The device, the page and its version are cached.
    let body = "\r\n\r\n" + (page.components(separatedBy: "\r\n\r\n").last ?? "")
    #expect(get("/v1/boards/pushups-2min", authorization, on: server).hasSuffix(body))
    #expect(
      get("/v1/boards/pushups-2min", authorization + "If-None-Match: \(tag)\r\n", on: server)
        .hasPrefix("HTTP/1.1 304 "))
    database.unblock()
    for connection in blocked { #expect(connection.finish().hasPrefix("HTTP/1.1 200 ")) }
  }

  @Test func `a blocked statement does not stop other workers`() async throws {
    let server = try start(workers: 2)
    let blocked = try await block(1, on: server)
    #expect(try begin("/v1/account", on: server).finish().hasPrefix("HTTP/1.1 200 "))
    database.unblock()
    for connection in blocked { #expect(connection.finish().hasPrefix("HTTP/1.1 200 ")) }
  }

  @Test func `a request waits for a worker for one second at most`() async throws {
    let server = try start(workers: 2)
    let blocked = try await block(2, on: server)
    let late = try begin("/v1/account", on: server)
    while server.queueCount < 1 { await Task.yield() }
    milliseconds.now += 999
    _ = server.enforceDeadlines()
    #expect(server.queueCount == 1)
    milliseconds.now += 1
    _ = server.enforceDeadlines()
    let response = late.finish()
    #expect(response.hasPrefix("HTTP/1.1 503 "))
    #expect(response.contains("Retry-After: 1\r\n"))
    #expect(response.hasSuffix(#"{"error":"the server is busy; try again in 1 s"}"#))
    database.unblock()
    for connection in blocked { #expect(connection.finish().hasPrefix("HTTP/1.1 200 ")) }
    #expect(try begin("/v1/account", on: server).finish().hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `an upload waits for the check of its token for one second at most`() async throws {
    let server = try start(workers: 1)
    let blocked = try await block(1, on: server)
    let upload = try #require(TestConnection(port: server.port))
    upload.send(
      "POST /v1/journal HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(Secret().text)\r\nContent-Length: 1000\r\n\r\n{"
    )
    while server.queueCount < 1 { await Task.yield() }
    milliseconds.now += 1000
    _ = server.enforceDeadlines()
    #expect(upload.finish().hasPrefix("HTTP/1.1 503 "))
    database.unblock()
    #expect(blocked[0].finish().hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `streams do not wait for the check of their access`() async throws {
    let server = try start(workers: 1)
    let stream = try #require(TestConnection(port: server.port))
    stream.send(
      "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(ann.token)\r\n\r\n")
    #expect(stream.receive(through: "retry: 3000\n\n").hasPrefix("HTTP/1.1 200 "))
    let blocked = try await block(1, on: server)
    server.keepStreamsAlive()
    while server.queueCount < 1 { await Task.yield() }
    #expect(get("/v1/health", on: server).hasPrefix("HTTP/1.1 200 "))
    milliseconds.now += 1000
    _ = server.enforceDeadlines()
    #expect(stream.receive(through: "\n\n").contains(EventStream.keepAliveComment))
    database.unblock()
    #expect(blocked[0].finish().hasPrefix("HTTP/1.1 200 "))
    _ = server.finish(timeout: .seconds(3600))
  }

  @Test func `a stopping server answers the waiting requests`() async throws {
    var server: HTTPServer? = try start(workers: 1)
    let blocked = try await block(1, on: #require(server))
    let late = try begin("/v1/account", on: #require(server))
    while server?.queueCount == 0 { await Task.yield() }
    #expect(server?.finish(timeout: .zero) == false)
    database.unblock()
    #expect(server?.finish(timeout: .seconds(3600)) == true)
    server = nil
    for connection in blocked + [late] { #expect(connection.finish().hasPrefix("HTTP/1.1 200 ")) }
  }

  // MARK: - Health

  private func health(_ server: HTTPServer) -> String {
    let response = get("/v1/health", on: server)
    let body = response.split(separator: "\r\n\r\n").last ?? ""
    return "\(response.dropFirst("HTTP/1.1 ".count).prefix(3)) \(body)"
  }

  @Test func `health reports a blocked database without waiting`() async throws {
    let server = try start(workers: 1)
    #expect(health(server) == #"200 {"status":"ok"}"#)
    database.block()
    server.checkStorage()
    while database.waitingCount < 1 { await Task.yield() }
    clock.now += .seconds(1)
    #expect(health(server) == #"200 {"status":"ok"}"#)
    clock.now += .milliseconds(1)
    #expect(
      health(server) == #"503 {"error":"the server is waiting for its data; try again later"}"#)
    database.unblock()
    while service.monitor.state(at: clock.now) == .blocked { await Task.yield() }
    #expect(health(server) == #"200 {"status":"ok"}"#)
  }

  @Test func `health reports that all workers wait`() async throws {
    let server = try start(workers: 1)
    let blocked = try await block(1, on: server)
    server.checkStorage()
    while server.queueCount < 1 { await Task.yield() }
    milliseconds.now += 1000
    _ = server.enforceDeadlines()
    #expect(health(server).hasPrefix("503 "))
    database.unblock()
    #expect(blocked[0].finish().hasPrefix("HTTP/1.1 200 "))
    server.checkStorage()
    while service.monitor.state(at: clock.now) == .blocked { await Task.yield() }
    #expect(health(server).hasPrefix("200 "))
  }

  @Test func `health reports a database that fails, and the error is logged once`() {
    let reports = Mutex<[StorageError]>([])
    let service = Service(
      storage: Storage(BrokenDatabase()), report: { error in reports.withLock { $0.append(error) } }
    )
    for _ in 0..<3 { service.checkStorage(mayWait: true) }
    let response = service.respond(to: Request(.get, "/v1/health"))
    #expect(response.status == 503)
    #expect(response.text == #"{"error":"the server cannot reach its data; try again later"}"#)
    #expect(reports.withLock { $0 } == [StorageError("the disk is full")])
  }
}
