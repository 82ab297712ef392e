import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of event streams over real connections.
struct StreamTests {
  private let test: TestServer
  private let ann: TestDevice
  private var hub: EventHub { test.service.events }

  init() throws {
    test = try TestServer()
    ann = try test.join("Ann")
  }

  /// Opens a stream and receives its beginning.
  private func openStream(_ device: TestDevice, on server: HTTPServer) throws -> TestConnection {
    try #require(Self.openStream(token: device.token, port: server.port))
  }

  private static func openStream(token: String, port: UInt16) -> TestConnection? {
    let connection = TestConnection(port: port)
    connection?.send(
      "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
    let start = connection?.receive(through: "retry: 3000\n\n")
    #expect(start?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
    #expect(start?.hasSuffix("retry: 3000\n\n") == true)
    return connection
  }

  @Test func `an event arrives before the response ends`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    let connection = try openStream(ann, on: server)
    for reps in 10..<30 {
      _ = try ann.submit(.pushUps(reps, on: test))
      #expect(connection.receive(through: "\n\n").contains(#"{"challenge":"pushups-2min"}"#))
      server.keepStreamsAlive()
      #expect(connection.receive(through: "\n\n").contains(EventStream.keepAliveComment))
    }
  }

  @Test func `the stream of a removed device ends`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    let ben = try test.join("Ben")
    let connection = try openStream(ben, on: server)
    _ = try ben.send(.delete, "/v1/account")
    #expect(connection.receive(through: "\r\n0\r\n\r\n").hasSuffix("\r\n0\r\n\r\n"))
  }

  @Test func `a deallocated server ends its streams`() throws {
    var server: HTTPServer? = try HTTPServer(test.service, .anyPort)
    let stream = try openStream(ann, on: #require(server))
    server = nil
    _ = stream.finish()
    #expect(throws: RequestError.self) { try hub.open(for: .wall(.club)) { true } }
  }

  @Test func `a stream stays open longer than an idle connection`() throws {
    var options = HTTPServer.Options.anyPort
    options.idleTimeout = 1
    let server = try HTTPServer(test.service, options)
    let stream = try openStream(ann, on: server)
    let idle = try #require(TestConnection(port: server.port))
    // Returns when the server closes the connection.
    #expect(idle.receive(through: "any").isEmpty)
    hub.publish(.board(.club, "plank-hold"))
    #expect(stream.receive(through: "\n\n").contains("plank-hold"))
  }

  @Test func `a stalled reader delays neither other readers nor the server`() throws {
    let server = try HTTPServer(test.service, .anyPort)
    let slow = try openStream(ann, on: server)
    let fast = try openStream(ann, on: server)
    for _ in 0..<2000 {
      hub.publish(.board(.club, "plank-hold"))
      #expect(fast.receive(through: "\n\n").contains("plank-hold"))
    }
    #expect(server.finish(timeout: .seconds(3600)))
    #expect(slow.finish().contains("plank-hold"))
  }

  @Test func `streams open, change and end in several threads at once`() async throws {
    let server = try HTTPServer(test.service, .anyPort)
    await withTaskGroup { [hub, token = ann.token, port = server.port] group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            let stream = Self.openStream(token: token, port: port)
            for _ in 0..<20 {
              hub.publish(.board(.club, "plank-hold"))
              #expect(stream?.receive(through: "}\n\n").hasSuffix("}\n\n") == true)
              hub.keepAlive()
            }
            // The reader left without waiting for the end of the stream.
            await Task.yield()
          }
        }
      }
    }
    #expect(server.finish(timeout: .seconds(3600)))
  }
}
