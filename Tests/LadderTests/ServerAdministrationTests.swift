import CommandLineInterface
import Glibc
import SQLite
import ServerCommands
import SystemTestSupport
import Testing

/// Tests of the commands that administer a server, as processes.
struct ServeAdministrationTests {
  private let folder = TestFolder()

  private func run(_ arguments: String...) -> Program.Outcome {
    Program.server(["LADDER_DATA": folder.path, "TZ": "Pacific/Auckland"]).run(arguments)
  }

  /// Creates the group `club` and executes statements.
  private func prepare(_ statements: SQL) throws {
    #expect(run("group", "create", "club").exitCode == 0)
    try Connection(path: "\(folder.path)/server.db").execute(statements)
  }

  /// Creates a group with two members: Ann with devices 3 and 7, and Ben with device 5.
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
        == "ladder-server: the group \"club\" already exists; choose another ID\n")
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
  func `no command creates a misspelled group`(arguments: [String]) throws {
    try prepareMembers()
    let outcome = Program.server(["LADDER_DATA": folder.path]).run(arguments)
    #expect(
      outcome.errors == "ladder-server: there is no group \"clbu\"; did you mean \"club\"?\n")
    #expect(outcome.exitCode == 2)
    #expect(run("group").output.split(separator: "\n").count == 2)
  }

  @Test func `a name in use gets no link, but a new device of the member gets one`() throws {
    try prepareMembers()
    try Connection(path: "\(folder.path)/server.db").execute(
      "INSERT INTO settings (name, value) VALUES ('url', 'https://club.example')")
    let refused = run("invite", "ANN")
    #expect(
      refused.errors
        == "ladder-server: a member already has this name; change either name, or let the member add a machine with \"ladder sync link\"\n"
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
    #expect(run("revoke", "7").output == "Device 7 of Ann no longer has access.\n")
    #expect(!run("devices").output.contains("desktop"))
    let again = run("revoke", "7")
    #expect(again.exitCode == 2)
    #expect(
      again.errors
        == "ladder-server: there is no device 7; \"ladder-server devices\" lists them\n")
  }

  @Test func `a member becomes an owner or is removed, by name or by number`() throws {
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

  @Test func `an operand that is a number is never read as a name`() throws {
    try prepareMembers()
    try Connection(path: "\(folder.path)/server.db").execute(
      "UPDATE members SET name = '2' WHERE number = 1")
    #expect(run("remove", "2", "--yes").output.hasPrefix("Removed Ben. "))
  }

  @Test func `control characters in names from a database are escaped`() throws {
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
      // Each of the two members and three devices still takes one line.
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
  func `an unknown group or device is reported in one line`(arguments: [String], line: String) {
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

  @Test func `a backup of a running server can be restored after the server has stopped`() throws {
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
    // The previous database is kept.
    let before = try #require(folder.contents.first { $0.hasPrefix("server-before-restore-") })
    #expect(program.run(["restore", "\(folder.path)/\(before)"]).exitCode == 0)
    #expect(program.run(["group"]).output.contains("office"))
  }

  @Test func `a file that is not a server's backup changes nothing`() throws {
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

  @Test func `every administrative command uses the database of --store`() throws {
    let schema = try TestSchema()
    func run(_ arguments: [String]) -> Program.Outcome {
      program.run(arguments + ["--store", schema.url])
    }
    // The commands, in the order in which a club uses them.
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
    "Tests/LadderTests/ServerAdministrationTests.swift", with: "docs/SERVER.md")
}
