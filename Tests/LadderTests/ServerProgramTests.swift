import CommandLineInterface
import Glibc
import PostgreSQL
import SQLite
import ServerCommands
import SystemTestSupport
import Testing

/// Tests of the commands that serve a group, as processes.
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

  @Test func `a server that stops ends the streams of events`() throws {
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
  func `a certificate is read again, and one that is not valid is not used`() throws {
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
      for: "the certificate or its key is not valid; the one before stays in use")
    #expect(try certificateName() == "second")
    session.signal(SIGTERM)
    try session.wait(for: "Stopped")
    #expect(session.finish() == (0, 0))
  }

  @Test func `without a certificate, the server ignores SIGHUP`() throws {
    let (session, port) = try start()
    session.signal(SIGHUP)
    // The main thread goes on.
    #expect(program.run(["group", "create", "club"]).exitCode == 0)
    let health = exchange(
      "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", port: port)
    #expect(health.hasPrefix("HTTP/1.1 200 OK\r\n"))
    session.signal(SIGINT)
    try session.wait(for: "Stopped")
    #expect(session.finish() == (0, 0))
  }

  @Test func `the unit for systemd restarts the server after anything but a stop`() {
    let root = String(
      #filePath.prefix(upTo: #filePath.firstRange(of: "/Tests/")?.lowerBound ?? #filePath.endIndex))
    let unit = String(
      decoding: readBytes("\(root)/packaging/ladder-server.service") ?? [], as: UTF8.self)
    let lines = unit.split(separator: "\n")
    #expect(lines.contains("Restart=always"))
    #expect(lines.contains("StartLimitIntervalSec=0"))
    #expect(lines.contains("ExecReload=kill -HUP $MAINPID"))
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
    (
      ["invite"], "\"invite\" needs a name with letters in it, as in \"ladder-server invite Ann\""
    ),
    (["invite", "Ben", "--device-of", "Ann"], "--device-of needs no other name, and not --owner"),
    (
      ["invite", "--device-of", "Ann", "--owner"],
      "--device-of needs no other name, and not --owner"
    ),
    (["backup"], "\"backup\" needs a file, as in \"ladder-server backup club.db\""),
    (["restore"], "\"restore\" needs a file, as in \"ladder-server restore club.db\""),
    (
      ["backup", "x", "--store", "postgres:///ladder"],
      "\"backup\" is for the file of SQLite; for PostgreSQL use pg_dump, as in docs/SERVER.md"
    ),
    (
      ["group", "create"],
      "\"group create\" needs an id, as in \"ladder-server group create club --zone Europe/Berlin\""
    ),
    (
      ["invite", "\u{1B}"],
      "\"invite\" needs a name with letters in it, as in \"ladder-server invite Ann\""
    ),
    (
      ["wall", "--group", "A/B"],
      "--group needs 1 to 32 lowercase letters, digits and hyphens, as in --group office"
    ),
    (
      ["group", "A/B"],
      "the ID of a group has 1 to 32 lowercase letters, digits and hyphens, as in \"group create office\""
    ),
    (
      ["group", "--counts", "live"],
      "\"group\" needs the ID of the group to change, as in \"ladder-server group club --counts live\""
    ),
    (["group", "club", "--counts", "some"], "--counts is live or all, not \"some\""),
    (
      ["group", "club", "--weekday", "friday"],
      "the first weekday is monday, sunday or saturday, not \"friday\""
    ),
    (
      ["group", "club", "--zone", "../UTC"],
      "the server's machine has no time zone \"../UTC\"; choose one in /usr/share/zoneinfo, as in Europe/Berlin, or install the package tzdata there"
    ),
    (
      ["group", "club", "--name", "\u{1B}"],
      "the name of a group has letters in it, as in \"The club\""
    ),
    (
      ["revoke", "Ann"],
      "\"revoke\" needs a number from \"ladder-server devices\", as in \"ladder-server revoke 7\""
    ),
    (["remove"], "\"remove\" needs a member, as in \"ladder-server remove Ann\""),
    (["role"], "\"role\" needs a member, as in \"ladder-server role Ann --owner\""),
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

// MARK: - Limits

/// Tests of a server whose memory is limited, as a process.
@Suite(.enabled(if: Sanitizer.environment.isEmpty, "sanitizers need more memory"))
struct MemoryLimitTests {
  private let folder = TestFolder()

  /// Bytes of a request that never ends. The third kind never gets further than its head.
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
  func `2000 unfinished requests need less than 128 MB, and others are answered`(
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
      // Without a proxy, each address has a few. A proxy has one.
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

// MARK: - Administration

/// Tests of the commands that administer a server, as processes.
struct ServeAdministrationTests {
  private let folder = TestFolder()

  private func run(_ arguments: String...) -> Program.Outcome {
    Program.server(["LADDER_DATA": folder.path, "TZ": "Pacific/Auckland"]).run(arguments)
  }

  /// Makes the group `club` and executes statements.
  private func prepare(_ statements: SQL) throws {
    #expect(run("group", "create", "club").exitCode == 0)
    try Connection(path: "\(folder.path)/server.db").execute(statements)
  }

  /// Makes a group with two members: Ann with the devices 3 and 7, and Ben with 5.
  private func prepareMembers() throws {
    try prepare(
      """
      INSERT INTO members (number, in_group, name, name_key, is_owner)
      VALUES (1, 1, 'Ann', 'ann', 1), (2, 1, 'Ben', 'ben', 0);
      INSERT INTO devices (number, member, name, token)
      VALUES (3, 1, 'laptop', x'03'), (5, 2, 'phone', x'05'), (7, 1, 'desktop', x'07')
      """)
  }

  @Test func `a group is created and changed`() {
    let table = "GROUP  TIME ZONE  WEEKDAY   COUNTS  NAME\n"
    #expect(run("group").output == table)
    let made = run("group", "create", "club", "--name", "The  club", "--weekday", "sunday")
    #expect(made.errors == "")
    #expect(
      made.output == """
        GROUP  TIME ZONE         WEEKDAY   COUNTS  NAME
        club   Pacific/Auckland  sunday    all     The club

        """)
    let changed = run("group", "club", "--zone", "UTC", "--counts", "live")
    #expect(changed.errors == "")
    #expect(changed.output == table + "club   UTC        sunday    live    The club\n")
    #expect(run("group", "club").output == changed.output)
    let again = run("group", "create", "club")
    #expect(
      again.errors
        == "ladder-server: there is a group \"club\" already; choose another ID\n")
    #expect(again.exitCode == 2)
    #expect(run("group").output == changed.output)
    #expect(
      run("group", "--json").output == """
        [
          {"id":"club","name":"The club","time_zone":"UTC","week_start":"sunday","counting":"live"}
        ]

        """)
  }

  @Test(arguments: [
    ["invite", "Ann", "--group", "clbu"], ["wall", "--group", "clbu"],
    ["group", "clbu", "--counts", "live"], ["members", "--group", "clbu"],
    ["devices", "--group", "clbu"], ["role", "Ann", "--group", "clbu"],
    ["remove", "Ann", "--group", "clbu"], ["invite", "--device-of", "Ann", "--group", "clbu"],
  ])
  func `a misspelled group is created by no command`(arguments: [String]) throws {
    try prepareMembers()
    let outcome = Program.server(["LADDER_DATA": folder.path]).run(arguments)
    #expect(
      outcome.errors == "ladder-server: there is no group \"clbu\"; did you mean \"club\"?\n")
    #expect(outcome.exitCode == 2)
    #expect(run("group").output.split(separator: "\n").count == 2)
  }

  @Test func `a name in use gets no link, and another device of the member does`() throws {
    try prepareMembers()
    try Connection(path: "\(folder.path)/server.db").execute(
      "INSERT INTO settings (name, value) VALUES ('url', 'https://club.example')")
    let refused = run("invite", "ANN")
    #expect(
      refused.errors
        == "ladder-server: a member has this name; choose another one, or let the member add a machine with \"ladder sync link\"\n"
    )
    #expect(refused.exitCode == 2 && refused.output == "")
    #expect(run("invite", "--device-of", "ANN").output.hasPrefix("https://club.example/join#"))
    #expect(run("invite", "--device-of", "Cleo").exitCode == 2)
    #expect(run("invite", "Ann B").output.hasPrefix("https://club.example/join#"))
  }

  @Test func `members and devices are listed`() throws {
    try prepareMembers()
    #expect(
      run("members").output == """
        MEMBER  ROLE    NAME
             1  owner   Ann
             2  member  Ben

        """)
    #expect(
      run("devices").output == """
        DEVICE  NAME                      MEMBER
             3  laptop                    Ann
             7  desktop                   Ann
             5  phone                     Ben

        """)
    #expect(
      run("members", "--json").output == """
        [
          {"id":1,"name":"Ann","is_owner":true},
          {"id":2,"name":"Ben","is_owner":false}
        ]

        """)
    #expect(
      run("devices", "--json").output.contains(
        #"{"id":5,"name":"phone","member_id":2,"member":"Ben"}"#))
  }

  @Test func `a device is revoked`() throws {
    try prepareMembers()
    #expect(run("revoke", "7").output == "Device 7 of Ann has no access anymore.\n")
    #expect(!run("devices").output.contains("desktop"))
    let again = run("revoke", "7")
    #expect(again.exitCode == 2)
    #expect(
      again.errors
        == "ladder-server: there is no device 7; \"ladder-server devices\" lists them\n")
  }

  @Test func `a member is named or numbered, and becomes an owner or is removed`() throws {
    try prepareMembers()
    #expect(
      run("role", "ben", "--owner").output == "Ben is an owner of the group \"club\".\n")
    #expect(run("role", "1").output == "Ann is a member of the group \"club\".\n")
    #expect(run("members").output.contains("     1  member  Ann\n     2  owner   Ben\n"))
    let refused = run("remove", "ANN")
    #expect(
      refused.output
        == "Remove Ann with 2 devices, 0 published workouts and 0 journal entries? [y/N] \n")
    #expect(
      refused.errors == "ladder-server: nothing was changed; answer \"yes\", or add --yes\n")
    #expect(refused.exitCode == 2)
    #expect(run("members").output.contains("Ann"))
    let program = Program.server(["LADDER_DATA": folder.path])
    #expect(
      program.run(["remove", "ANN"], input: "yes\n").output.hasSuffix(
        "Removed Ann. For 30 days, the same command with --undo restores everything.\n"))
    #expect(run("members").output == "MEMBER  ROLE    NAME\n     2  owner   Ben\n")
    #expect(run("devices").output.contains("phone"))
    #expect(!run("devices").output.contains("laptop"))
    #expect(run("remove", "ann", "--undo").output == "Ann is a member again.\n")
    #expect(run("devices").output.contains("laptop"))
    #expect(
      run("remove", "ann", "--undo").errors
        == "ladder-server: no member \"ann\" was removed in the last 30 days\n")
  }

  @Test func `a number is never a name`() throws {
    try prepareMembers()
    try Connection(path: "\(folder.path)/server.db").execute(
      "UPDATE members SET name = '2' WHERE number = 1")
    #expect(run("remove", "2", "--yes").output.hasPrefix("Removed Ben. "))
  }

  @Test func `names from a database control no terminal`() throws {
    try prepareMembers()
    let connection = try Connection(path: "\(folder.path)/server.db")
    for text in HostileText.all {
      try connection.run("UPDATE groups SET name = ?, time_zone = ?", .text(text), .text(text))
      try connection.run("UPDATE members SET name = ? WHERE number = 1", .text(text))
      try connection.run("UPDATE devices SET name = ?", .text(text))
      for arguments in [["group"], ["members"], ["devices"], ["role", "1"]] {
        let outcome = Program.server(["LADDER_DATA": folder.path]).run(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.invisibleCharacters == [])
      }
      // Two members and three devices stay as many lines.
      #expect(run("members").output.split(separator: "\n").count == 3)
      #expect(run("devices").output.split(separator: "\n").count == 4)
      #expect(run("members", "--json").output.split(separator: "\n").count == 4)
    }
    connection.close()
    #expect(run("revoke", "3").output.invisibleCharacters == [])
    #expect(run("remove", "1", "--yes").output.invisibleCharacters == [])
  }

  @Test(arguments: [
    (["members"], ServeCommandTests.noGroup),
    (
      ["group", "office"],
      "there is no group \"office\"; create it with \"ladder-server group create office\""
    ),
    (["remove", "Ann"], ServeCommandTests.noGroup),
    (["revoke", "1"], "there is no device 1; \"ladder-server devices\" lists them"),
  ])
  func `what does not exist is one line`(arguments: [String], line: String) {
    let outcome = Program.server(["LADDER_DATA": folder.path]).run(arguments)
    #expect(outcome.errors == "ladder-server: \(line)\n")
    #expect(outcome.exitCode == 2)
  }
}

// MARK: - Backups

/// Tests of backups of a server's data.
@Suite(.serialized)
struct ServerBackupTests {
  private let folder = TestFolder()
  private let backupFolder = TestFolder()
  private var file: String { backupFolder.path + "/club.db" }
  private var program: Program { .server(["LADDER_DATA": folder.path]) }

  @Test func `a backup of a running server is restored while it is stopped`() throws {
    _ = program.run(["group", "create", "club"])
    let server = try PtySession(
      Program.serverPath, ["--listen", "127.0.0.1:0"], environment: ["LADDER_DATA=\(folder.path)"])
    try server.wait(for: "Listening on http://127.0.0.1:")
    let made = program.run(["backup", file])
    #expect(made.output == "Backed up to \(file): 1 group and 0 members\n" && made.errors == "")
    #expect(backupFolder.mode(of: "club.db") == 0o600)
    #expect(program.run(["backup", file]).errors.contains("already exists and was not changed"))
    _ = program.run(["group", "create", "office"])
    let early = program.run(["restore", file])
    #expect(early.errors.contains("is open in another program (process \(server.pid))"))
    #expect(early.exitCode == 1)
    #expect(program.run(["group"]).output.contains("office"))
    server.signal(SIGTERM)
    try server.wait(for: "Stopped")
    #expect(server.finish() == (0, 0))
    let restored = program.run(["restore", file])
    #expect(restored.errors == "")
    #expect(restored.output.hasPrefix("Restored \(file): 1 group and 0 members\n"))
    #expect(!program.run(["group"]).output.contains("office"))
    // The database before is kept.
    let before = try #require(folder.contents.first { $0.hasPrefix("server-before-restore-") })
    #expect(program.run(["restore", "\(folder.path)/\(before)"]).exitCode == 0)
    #expect(program.run(["group"]).output.contains("office"))
  }

  @Test func `a file that is no backup of a server changes nothing`() throws {
    _ = program.run(["group", "create", "club"])
    let ladder = Program(environment: ["LADDER_DATA": backupFolder.path])
    #expect(ladder.run(["log", "pushups-2min", "--reps", "30"]).exitCode == 0)
    backupFolder.write("text", to: "text.db")
    for name in ["ladder.db", "text.db", "none.db"] {
      let refused = program.run(["restore", "\(backupFolder.path)/\(name)"])
      #expect(refused.errors.contains("nothing was changed") && refused.exitCode == 1)
    }
    let empty = Program.server(["LADDER_DATA": backupFolder.path]).run(["backup", file])
    #expect(empty.errors.contains("there is no database in") && empty.exitCode == 1)
    #expect(program.run(["group"]).output.contains("club"))
  }
}

/// Tests of administration with PostgreSQL.
@Suite(.serialized, .needsPostgreSQL)
struct PostgreSQLAdministrationTests {
  private let folder = TestFolder()
  private var program: Program { .server(["LADDER_DATA": folder.path]) }

  @Test func `every administrative command of the table has the database of --store`() throws {
    let schema = try TestSchema()
    func run(_ arguments: [String]) -> Program.Outcome {
      program.run(arguments + ["--store", schema.url])
    }
    // In the order in which a club does these.
    let lines: KeyValuePairs = [
      "group create": ["club"], "group": ["club", "--name", "The club"], "invite": ["Ann"],
      "wall": [], "members": [], "devices": [], "role": ["Ann", "--owner"], "revoke": ["1"],
      "remove": ["Ann", "--yes"],
    ]
    let administrative = CommandTable.server.commands.map(\.name).filter {
      !["help", "man", "completions", "backup", "restore"].contains($0)
    }
    #expect(Set(lines.map(\.key)) == Set(administrative))
    let server = try PtySession(
      Program.serverPath, ["--listen", "127.0.0.1:0", "--store", schema.url],
      environment: ["LADDER_DATA=\(folder.path)"])
    try server.wait(for: "Listening on http://127.0.0.1:")
    let port = try #require(
      server.output.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber }
    )
    for (name, operands) in lines {
      let outcome = run(name.split(separator: " ").map(String.init) + operands)
      #expect(outcome.exitCode == 0 && outcome.errors == "", "\(name): \(outcome.errors)")
      #expect(name != "members" || outcome.output.contains("Ann"))
      if name == "invite" {
        let secret = try #require(outcome.output.split(separator: "#").last?.dropLast())
        let body = #"{"device":"laptop","invite":"\#(secret)"}"#
        let joined = exchange(
          "POST /v1/join HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", port: UInt16(port) ?? 0)
        #expect(joined.contains("201 Created"))
      }
      if name == "wall" {
        let path = try #require(outcome.output.split(separator: ":\(port)").last?.dropLast())
        let page = exchange(
          "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
          port: UInt16(port) ?? 0)
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("The club"))
      }
    }
    server.signal(SIGTERM)
    try server.wait(for: "Stopped")
    #expect(!folder.contents.contains("server.db"))
  }

  /// Runs the commands of docs/SERVER.md with databases of the test.
  @Test func `the documented backup of PostgreSQL is restored`() throws {
    let cluster = PostgreSQLCluster.shared
    let (old, new) = ("club_\(getpid())", "restored_\(getpid())")
    func url(_ name: String) -> String {
      "postgresql:///\(name)?user=ladder&host=\(cluster.folder)"
    }
    let tools = try #require(PostgreSQLCluster.programFolder)
    func shell(_ line: some StringProtocol) throws -> String {
      let command = String(line).replacing("postgres://db.example/ladder", with: "'\(url(old))'")
        .replacing("postgres://db.example/restored", with: "'\(url(new))'")
        .replacing("-h db.example restored", with: "-h db.example \(new)")
        .replacing("-h db.example", with: "-h \(cluster.folder) -U ladder")
        .replacing("ladder.dump", with: "\(folder.path)/ladder.dump")
      folder.write(
        "PATH=\(tools):$PATH\n\(command) >\(folder.path)/output 2>&1 </dev/null\n", to: "line.sh")
      #expect(system("sh \(folder.path)/line.sh") == 0, "\(command): \(folder.text(of: "output"))")
      return folder.text(of: "output")
    }
    _ = try shell("createdb -h db.example \(old)")
    func run(_ arguments: String..., store: String) -> Program.Outcome {
      program.run(arguments + ["--store", url(store)])
    }
    #expect(run("group", "create", "club", store: old).exitCode == 0)
    let lines = try #require(readFile(Self.document)).split(separator: "\n")
    let commands = lines.drop { !$0.hasPrefix("pg_dump") }.prefix { $0 != "```" }
      .filter { !$0.hasPrefix("ladder-server") }
    #expect(commands.count == 3)
    for line in commands { _ = try shell(line.prefix { $0 != "#" }) }
    #expect(run("group", store: new).output.contains("club"))
    #expect(run("group", "create", "office", store: new).exitCode == 0)
    #expect(!run("group", store: old).output.contains("office"))
  }

  private static let document = #filePath.replacing(
    "Tests/LadderTests/ServerProgramTests.swift", with: "docs/SERVER.md")
}
