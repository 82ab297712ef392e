import Glibc
import PostgreSQL
import SystemTestSupport
import Testing

/// Tests of the commands that serve a group, as processes.
@Suite(.serialized)
struct ServeCommandTests {
  private let folder = TestFolder()
  private var program: Program { .server(["LADDER_DATA": folder.path]) }

  /// Starts a server and returns its process and its port.
  private func start(_ arguments: String...) throws -> (PtySession, UInt16) {
    let session = try PtySession(
      Program.serverPath, ["--listen", "127.0.0.1:0"] + arguments,
      environment: ["LADDER_DATA=\(folder.path)"])
    try session.wait(for: "Listening on http://127.0.0.1:")
    let digits = session.output.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber }
    return (session, try #require(digits.flatMap { UInt16($0) }))
  }

  @Test func `a link from the command line gives access to the server`() throws {
    let (session, port) = try start()
    let invited = program.run(["invite", "Ann"])
    #expect(invited.errors == "ladder-server: made the group \"club\"\n")
    let parts = invited.output.split(separator: "#")
    #expect(parts.first == "http://127.0.0.1:\(port)/join")
    let secret = try #require(parts.last?.dropLast())
    let body = #"{"device":"laptop","invite":"\#(secret)"}"#
    let response = exchange(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", port: port)
    #expect(response.hasPrefix("HTTP/1.1 201 Created\r\n"))
    #expect(response.contains(#""member":"Ann""#))
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
    #expect(session.output.contains(#""event":"start"}"#))
    #expect(session.output.contains(#""method":"POST","route":"/v1/join","status":201,"#))
    #expect(session.output.contains(#""event":"stop"}"#))
    #expect(!session.output.contains(secret) && !session.output.contains("laptop"))
    #expect(session.finish() == (0, 0))
  }

  @Test func `a running server refuses a device that was revoked`() throws {
    let (session, port) = try start()
    let link = program.run(["invite", "Ann"]).output
    let secret = try #require(link.split(separator: "#").last?.dropLast())
    let body = #"{"device":"laptop","invite":"\#(secret)"}"#
    let joined = exchange(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", port: port)
    let token = try #require(joined.split(separator: #""token":""#).last?.prefix { $0 != "\"" })
    func account() -> String {
      exchange(
        "GET /v1/account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
          + "Authorization: Bearer \(token)\r\n\r\n", port: port)
    }
    #expect(account().hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(program.run(["revoke", "1"]).exitCode == 0)
    #expect(account().hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
    #expect(session.finish() == (0, 0))
  }

  @Test func `a link to the wall page works until a new one replaces it`() throws {
    let (session, port) = try start()
    let early = program.run(["wall"])
    #expect(
      early.errors
        == "ladder-server: there is no group \"club\"; \"ladder-server group\" lists them\n")
    #expect(early.exitCode == 2)
    _ = program.run(["invite", "Ann"])
    func link() throws -> String {
      let printed = program.run(["wall"])
      #expect(printed.errors == "")
      let start = "http://127.0.0.1:\(port)"
      #expect(printed.output.hasPrefix("\(start)/wall/"))
      return String(printed.output.dropFirst(start.count).dropLast())
    }
    func status(of path: String) -> String {
      let response = exchange(
        "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", port: port)
      return String(response.prefix { $0 != "\r\n" })
    }
    let old = try link()
    #expect(status(of: old) == "HTTP/1.1 200 OK")
    let new = try link()
    #expect(status(of: old) == "HTTP/1.1 404 Not Found")
    #expect(status(of: new) == "HTTP/1.1 200 OK")
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
  }

  @Test func `a server that stops ends the streams of events`() throws {
    let (session, port) = try start()
    _ = program.run(["invite", "Ann"])
    let link = program.run(["wall"]).output
    let path = try #require(link.split(separator: ":\(port)").last?.dropLast())
    let connection = try #require(TestConnection(port: port))
    connection.send("GET \(path)/events HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(connection.receive(through: "retry: 3000\n\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
    #expect(connection.finish().hasSuffix("0\r\n\r\n"))
    #expect(session.finish() == (0, 0))
  }

  @Test func `a link has the address that members use`() throws {
    let (session, _) = try start("--url", "https://club.example/")
    session.signal(SIGINT)
    try session.wait(for: "Stopped")
    let invited = program.run(["invite", "Ann", "--group", "office"])
    #expect(invited.output.hasPrefix("https://club.example/join#"))
    #expect(invited.exitCode == 0)
  }

  @Test func `there is no link before the server has an address`() {
    let invited = program.run(["invite", "Ann"])
    #expect(
      invited.errors.hasSuffix(
        "ladder-server: the server's address is not known yet; run \"ladder-server\" once, or with --url\n"
      )
    )
    #expect(invited.exitCode == 2)
  }

  @Test(.needsPostgreSQL)
  func `members join a server with a PostgreSQL database`() throws {
    let schema = try TestSchema()
    let (session, port) = try start("--store", schema.url)
    let invited = program.run(["invite", "Ann", "--store", schema.url])
    #expect(invited.output.hasPrefix("http://127.0.0.1:\(port)/join#"))
    let health = exchange(
      "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", port: port)
    #expect(health.hasPrefix("HTTP/1.1 200 OK\r\n"))
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
    #expect(session.finish() == (0, 0))
    #expect(!folder.contents.contains("server.db"))
  }

  @Test(.enabled(if: Address.isSupported, "needs libpq5"))
  func `a password in the address of a database is one line that does not repeat it`() {
    let invited = program.run(
      ["invite", "Ann", "--store", "postgres://ann:hunter2@db.example/ladder"])
    #expect(
      invited.errors == """
        ladder-server: PostgreSQL: other users of this machine can see a password in the address; write it to ~/.pgpass or the file that PGPASSFILE names

        """)
    #expect(invited.exitCode == 1)
  }

  @Test func `a port in use is one line`() throws {
    let (session, port) = try start()
    let second = program.run(["--listen", "127.0.0.1:\(port)"])
    #expect(
      second.errors
        == "ladder-server: cannot listen on 127.0.0.1:\(port) (Address already in use)\n")
    #expect(second.exitCode == 1)
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
  }

  @Test(arguments: [
    (["--listen", "8080"], "--listen needs an address and a port, as in --listen 0.0.0.0:8080"),
    (["--listen", "club:80"], "--listen needs an address in numbers, as in --listen 0.0.0.0:8080"),
    (
      ["--listen", "0.0.0.0:8080"],
      "other machines need HTTPS; add --cert and --key, or --behind-proxy if a proxy has them"
    ),
    (["--key", "x"], "--cert and --key go together, each with a file in PEM"),
    (["--url", "club.example"], "--url needs an address, as in --url https://club.example"),
    (["invite"], "\"invite\" needs a name, as in \"ladder-server invite Ann\""),
    (
      ["invite", "\u{1B}"],
      "\"invite\" needs a name with letters in it, as in \"ladder-server invite Ann\""
    ),
    (
      ["wall", "--group", "A/B"],
      "--group needs 1 to 32 lowercase letters, digits and hyphens, as in --group office"
    ),
    (
      ["invite", "Ann", "--group", "A/B"],
      "--group needs 1 to 32 lowercase letters, digits and hyphens, as in --group office"
    ),
  ])
  func `an invalid command line is one line`(arguments: [String], line: String) {
    let outcome = program.run(arguments)
    #expect(outcome.errors == "ladder-server: \(line)\n")
    #expect(outcome.exitCode == 2)
    #expect(folder.contents == [])
  }
}
