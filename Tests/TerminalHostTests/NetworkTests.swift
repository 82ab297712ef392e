import HTTPClient
import SystemTestSupport
import Testing

/// Tests of requests in the event loop while it handles keys and ticks.
@Suite(.enabled(if: HTTPClient.failure == nil, "libcurl4 is not installed"))
struct NetworkTests {
  /// Starts the program, which sends a request to a server that never answers.
  private func start() throws -> (PtySession, ScriptedServer) {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.waitForClose()
    }
    let session = try PtySession(PtySession.probe, ["--server", "\(server.port)"])
    try session.wait(for: "PROBE")
    session.type("H")
    try session.wait(for: "sent")
    return (session, server)
  }

  @Test func `a response arrives between keys`() throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.respond("{}")
    }
    let session = try PtySession(PtySession.probe, ["--server", "\(server.port)"])
    try session.wait(for: "PROBE")
    session.type("Hx")
    try session.wait(for: "status=200")
    session.type("q")
    #expect(session.finish() == (0, 0))
  }

  @Test func `a server that never answers delays neither keys nor ticks`() throws {
    let (session, server) = try start()
    session.type("s")
    try session.wait(for: "ticking")
    session.type("jk")
    try session.wait(for: "j k")
    session.type("s")
    try session.wait(for: "stopped=")
    #expect(!session.output.contains("status="))
    session.type("C")
    try session.wait(for: "cancelled=0")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(server.connectionCount == 1)
  }

  @Test func `a server that sends without a pause delays neither keys nor ticks`() throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      let lines = String(repeating: String(repeating: "x", count: 1000) + "\n", count: 100)
      while connection.send(lines) {}
    }
    let session = try PtySession(PtySession.probe, ["--server", "\(server.port)"])
    try session.wait(for: "PROBE")
    session.type("F")
    try session.wait(for: "receiving")
    session.type("s")
    try session.wait(for: "ticking")
    session.type("jk")
    try session.wait(for: "j k")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test func `the program quits while a request waits`() throws {
    let (session, server) = try start()
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
    #expect(server.connectionCount == 1)
  }

  @Test func `a request fails if its server stops`() throws {
    let (session, server) = try start()
    server.stop()
    try session.wait(for: "failed")
    session.type("q")
    #expect(session.finish() == (0, 0))
  }
}
