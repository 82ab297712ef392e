import Glibc
import PostgreSQL
import SystemTestSupport
import Testing

/// Tests of the commands of a server, as processes.
@Suite(.serialized)
struct ServeCommandTests {
  static let noGroup =
    "there is no group \"club\"; create it with \"ladder-server group create club\""

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

  @Test func `a link from the command line gives access to the server until it is revoked`() throws
  {
    let (session, port) = try start()
    #expect(program.run(["group", "create", "club"]).exitCode == 0)
    let invited = program.run(["invite", "Ann"])
    #expect(invited.errors == "")
    let parts = invited.output.split(separator: "#")
    #expect(parts.first == "http://127.0.0.1:\(port)/join")
    let secret = try #require(parts.last?.dropLast())
    let body = #"{"device":"laptop","invite":"\#(secret)"}"#
    let joined = exchange(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", port: port)
    #expect(joined.hasPrefix("HTTP/1.1 201 Created\r\n"))
    #expect(joined.contains(#""member":"Ann""#))
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
    #expect(session.output.contains(#""event":"start"}"#))
    #expect(session.output.contains(#""method":"POST","route":"/v1/join","status":201,"#))
    #expect(session.output.contains(#""event":"stop"}"#))
    #expect(!session.output.contains(secret) && !session.output.contains("laptop"))
    #expect(session.finish() == (0, 0))
  }

  @Test func `a link to the wall page works until a new one replaces it`() throws {
    let (session, port) = try start()
    let early = program.run(["wall"])
    #expect(early.errors == "ladder-server: \(Self.noGroup)\n")
    #expect(early.exitCode == 2)
    _ = program.run(["group", "create", "club"])
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

  @Test func `a server ends the streams of events when it stops`() throws {
    let (session, port) = try start()
    _ = program.run(["group", "create", "club"])
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

  @Test(.needs("openssl"))
  func `a certificate is reloaded, and an invalid one is not used`() throws {
    func makeCertificate(_ name: String) throws {
      let openssl = try #require(Tools.path(of: "openssl"))
      let outcome = Program(environment: [:], path: openssl).run([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "\(folder.path)/key.pem", "-out", "\(folder.path)/chain.pem", "-days", "1000",
        "-subj", "/CN=\(name)",
      ])
      #expect(outcome.exitCode == 0)
    }
    try makeCertificate("first")
    let session = try PtySession(
      Program.serverPath,
      [
        "--listen", "127.0.0.1:0", "--cert", "\(folder.path)/chain.pem", "--key",
        "\(folder.path)/key.pem",
      ], environment: ["LADDER_DATA=\(folder.path)"])
    try session.wait(for: "Listening on https://127.0.0.1:")
    let digits = session.output.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber }
    let port = try #require(digits.flatMap { UInt16($0) })
    func certificateName() throws -> String {
      let openssl = try #require(Tools.path(of: "openssl"))
      let output = Program(environment: [:], path: openssl).run([
        "s_client", "-connect", "127.0.0.1:\(port)",
      ]).output
      return String(
        output.split(separator: "subject=CN = ").dropFirst().first?.prefix { $0 != "\n" } ?? "")
    }
    #expect(try certificateName() == "first")
    try makeCertificate("second")
    #expect(try certificateName() == "first")
    session.signal(SIGHUP)
    try session.wait(for: #""event":"reload"}"#)
    #expect(try certificateName() == "second")
    folder.write("", to: "chain.pem")
    session.signal(SIGHUP)
    try session.wait(
      for: "the certificate or its key is not valid; the previous one stays in use")
    #expect(try certificateName() == "second")
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
    #expect(session.finish() == (0, 0))
  }

  @Test func `without a certificate, the server ignores SIGHUP`() throws {
    let (session, port) = try start()
    session.signal(SIGHUP)
    // The main thread continues.
    #expect(program.run(["group", "create", "club"]).exitCode == 0)
    let health = exchange(
      "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", port: port)
    #expect(health.hasPrefix("HTTP/1.1 200 OK\r\n"))
    session.signal(SIGINT)
    try session.wait(for: "Stopped")
    #expect(session.finish() == (0, 0))
  }

  @Test func `the systemd unit restarts the server unless it was stopped`() {
    let root = String(
      #filePath.prefix(upTo: #filePath.firstRange(of: "/Tests/")?.lowerBound ?? #filePath.endIndex))
    let unit = String(
      decoding: readBytes("\(root)/packaging/debian/ladder-server.service") ?? [], as: UTF8.self)
    let lines = unit.split(separator: "\n")
    #expect(lines.contains("Restart=always"))
    #expect(lines.contains("StartLimitIntervalSec=0"))
    #expect(lines.contains(#"ExecReload=sh -c "kill -HUP ${MAINPID}""#))
  }

  @Test func `a link has the address that members use`() throws {
    let (session, _) = try start("--url", "https://club.example/")
    session.signal(SIGINT)
    try session.wait(for: "Stopped")
    #expect(program.run(["group", "create", "office"]).exitCode == 0)
    let invited = program.run(["invite", "Ann", "--group", "office"])
    #expect(invited.output.hasPrefix("https://club.example/join#"))
    #expect(invited.exitCode == 0)
  }

  @Test(.enabled(if: dlopen("libqrencode.so.4", RTLD_LAZY) != nil, "libqrencode is missing"))
  func `a terminal can show the QR code of a link`() throws {
    let (server, _) = try start()
    defer { server.signal(SIGKILL) }
    #expect(program.run(["group", "create", "club"]).exitCode == 0)
    let session = try PtySession(
      Program.serverPath, ["invite", "Ann", "--qr"], environment: ["LADDER_DATA=\(folder.path)"])
    #expect(session.finish() == (0, 0))
    #expect(session.output.contains("/join#"))
    #expect(session.output.contains("\u{1B}[30;107m    █▀▀▀▀▀█"))
    let piped = program.run(["invite", "Ann", "--qr"])
    #expect(piped.output.hasPrefix("http://127.0.0.1:") && piped.output.utf8.count < 100)
    #expect(piped.errors == "ladder-server: a QR code needs a terminal\n")
  }

  @Test func `there is no link before the server has an address`() {
    _ = program.run(["group", "create", "club"])
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
    #expect(program.run(["group", "create", "club", "--store", schema.url]).exitCode == 0)
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
  func `the error for a password in a database's address does not contain the password`() {
    let invited = program.run(
      ["invite", "Ann", "--store", "postgres://ann:hunter2@db.example/ladder"])
    #expect(
      invited.errors == """
        ladder-server: PostgreSQL: other users of this machine can see a password in the address; write it to ~/.pgpass or the file that PGPASSFILE names

        """)
    #expect(invited.exitCode == 1)
  }

  @Test func `a port in use is reported in one line`() throws {
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
    (["--listen", "club:80"], "--listen needs a numeric address, as in --listen 0.0.0.0:8080"),
    (
      ["--listen", "0.0.0.0:8080"],
      "other machines need HTTPS; add --cert and --key, or --behind-proxy if a proxy provides HTTPS"
    ),
    (["--key", "x"], "use --cert and --key together, each with a file in PEM"),
    (["--url", "club.example"], "--url needs an address, as in --url https://club.example"),
    (
      ["invite"],
      "\"invite\" needs a name that contains letters, as in \"ladder-server invite Ann\""
    ),
    (
      ["invite", "Ben", "--device-of", "Ann"],
      "--device-of cannot be combined with a name or --owner"
    ),
    (
      ["invite", "--device-of", "Ann", "--owner"],
      "--device-of cannot be combined with a name or --owner"
    ),
    (["backup"], "\"backup\" needs a file, as in \"ladder-server backup club.db\""),
    (["restore"], "\"restore\" needs a file, as in \"ladder-server restore club.db\""),
    (
      ["backup", "x", "--store", "postgres:///ladder"],
      "\"backup\" is for SQLite databases only; for PostgreSQL use pg_dump, as in docs/SERVER.md"
    ),
    (
      ["group", "create"],
      "\"group create\" needs an id, as in \"ladder-server group create club --zone Europe/Berlin\""
    ),
    (
      ["invite", "\u{1B}"],
      "\"invite\" needs a name that contains letters, as in \"ladder-server invite Ann\""
    ),
    (
      ["wall", "--group", "A/B"],
      "--group must be 1 to 32 lowercase letters, digits and hyphens, as in --group office"
    ),
    (
      ["group", "A/B"],
      "the ID of a group must be 1 to 32 lowercase letters, digits and hyphens, as in \"group create office\""
    ),
    (
      ["group", "--counts", "live"],
      "\"group\" needs the ID of the group to change, as in \"ladder-server group club --counts live\""
    ),
    (["group", "club", "--counts", "some"], "--counts must be live or all, not \"some\""),
    (
      ["group", "club", "--weekday", "friday"],
      "the first weekday must be monday, sunday or saturday, not \"friday\""
    ),
    (
      ["group", "club", "--zone", "../UTC"],
      "the server has no time zone \"../UTC\"; choose one from its /usr/share/zoneinfo, such as Europe/Berlin, or install the package tzdata on it"
    ),
    (
      ["group", "club", "--name", "\u{1B}"],
      "the name of a group must contain letters, as in \"The club\""
    ),
    (
      ["revoke", "Ann"],
      "\"revoke\" needs a number from \"ladder-server devices\", as in \"ladder-server revoke 7\""
    ),
    (["remove"], "\"remove\" needs a member, as in \"ladder-server remove Ann\""),
    (["role"], "\"role\" needs a member, as in \"ladder-server role Ann --owner\""),
    (
      ["invite", "Ann", "--group", "A/B"],
      "--group must be 1 to 32 lowercase letters, digits and hyphens, as in --group office"
    ),
  ])
  func `an invalid command line is reported in one line`(arguments: [String], line: String) {
    let outcome = program.run(arguments)
    #expect(outcome.errors == "ladder-server: \(line)\n")
    #expect(outcome.exitCode == 2)
    #expect(folder.contents == [])
  }
}

// MARK: - Limits

/// Tests of a server whose memory is limited, as a process.
@Suite(.enabled(if: Sanitizer.environment.isEmpty, "sanitizers need more memory"))
struct MemoryLimitTests {
  private let folder = TestFolder()

  /// Returns bytes of a request that never ends. Every third request does not even end its head.
  private func unfinishedRequest(_ number: Int) -> [UInt8] {
    let start =
      switch number % 3 {
      case 0: "POST /v1/join HTTP/1.1\r\nHost: x\r\nContent-Length: 4096\r\n"
      case 1: "POST /v1/workouts HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n"
      default: "GET /v1/health HTTP/1.1\r\nHost: x\r\n"
      }
    let sender = "X-Forwarded-For: 10.0.\(number / 250).\(number % 250)\r\n"
    let head = start + sender + (number % 3 == 2 ? "X: " : "\r\n")
    return Array(head.utf8) + Self.fillers[number % 3]
  }

  private static let fillers = [4095, 999_999, 14_000].map {
    [UInt8](repeating: UInt8(ascii: "x"), count: $0)
  }

  @Test(arguments: [[], ["--behind-proxy"]])
  func `2000 unfinished requests need less than 128 MB, and other requests are answered`(
    arguments: [String]
  ) throws {
    var files = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    files.rlim_cur = min(8192, files.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    let session = try PtySession(
      "/bin/sh",
      [
        "-c", "ulimit -d 131072 && exec \"$0\" \"$@\"", Program.serverPath, "--listen",
        "127.0.0.1:0",
      ]
        + arguments, environment: ["LADDER_DATA=\(folder.path)"])
    try session.wait(for: "Listening on http://127.0.0.1:")
    let digits = session.output.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber }
    let port = try #require(digits.flatMap { UInt16($0) })
    let connections = try (0..<2000).map { number in
      // Without a proxy, each address has a few connections. Through a proxy, all connections share one address.
      let host = arguments.isEmpty ? UInt32(256 + number / 50) : 1
      let connection = try #require(TestConnection(port: port, from: host))
      connection.sendNow(unfinishedRequest(number))
      return connection
    }
    let wall = Program.server(["LADDER_DATA": folder.path])
    _ = wall.run(["group", "create", "club"])
    let link = wall.run(["invite", "Ann"]).output
    let secret = try #require(link.split(separator: "#").last?.dropLast())
    let body = #"{"device":"laptop","invite":"\#(secret)"}"#
    let joined = exchange(
      "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", port: port)
    #expect(joined.hasPrefix("HTTP/1.1 201 Created\r\n"))
    withExtendedLifetime(connections) {}
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
    #expect(session.finish() == (0, 0))
  }
}
