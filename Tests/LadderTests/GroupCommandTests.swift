import Glibc
import SystemTestSupport
import Testing

/// Tests of the commands for groups, as processes with a server in another process.
@Suite(
  .serialized,
  .enabled(if: TestClub.isPossible, "libraries are missing"))
struct GroupCommandTests {
  private let folder = TestFolder()
  private let club = TestClub()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann"])
  }

  /// Joins by pasting the link, like a person.
  private func join(_ link: String) throws {
    let session = try PtySession(
      Program.path, ["join"],
      environment: ["LADDER_DATA=\(folder.path)", "LADDER_USER=Ann"])
    try session.wait(for: "Link: ")
    session.type(link + "\n")
    try session.wait(for: "Joined club as Ann.")
    #expect(session.finish() == (0, 0))
  }

  /// The secret in the file of accounts.
  private var token: String {
    let words = folder.text(of: "accounts.json").split(separator: "\"")
    return words.firstIndex(of: "token").map { String(words[$0 + 2]) } ?? ""
  }

  @Test func `a person joins, publishes, and leaves`() throws {
    let server = try club.startServer()
    #expect(
      program.run(["groups"]).output
        == "You have not joined a group. Ask a group's owner for a link, and run \"ladder join\".\n"
    )
    try join(club.invite("Ann"))
    #expect(folder.mode(of: "accounts.json") == 0o600)
    #expect(program.run(["groups"]).output.contains("nothing published"))
    let logged = program.run(["log", "pushups-2min", "--reps", "30"])
    #expect(logged.output.split(separator: "\n").count == 1)
    let published = program.run(["publish", "pushups-2min"])
    #expect(published.output == "Push-ups in 2 minutes is published in club.\n")
    #expect(published.errors == "")
    #expect(
      program.run(["groups", "--json"]).output.contains(
        #""published":[{"challenge":"pushups-2min","waiting":0,"refusal":null}]"#))
    let stopped = program.run(["publish", "pushups-2min", "--off", "--group", "club"])
    #expect(stopped.output == "Push-ups in 2 minutes is no longer published in club.\n")
    let left = program.run(["leave", "club", "--everywhere"])
    #expect(
      left.output.hasPrefix("Removing Ann from club: all machines and all published workouts.\n"))
    #expect(left.exitCode == 0)
    #expect(program.run(["groups", "--json"]).output == "[]\n")
    #expect(program.run(["history"]).output.contains("Push-ups in 2 minutes"))
    server.signal(SIGTERM)
    try server.wait(for: "Stopped")
  }

  @Test func `logging a workout publishes it, and the leaderboard of the group has it`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    club.join("Ann")
    club.join("Ben")
    let (ann, ben) = (club.program("Ann"), club.program("Ben"))
    for program in [ann, ben] { #expect(program.run(["publish", "pushups-2min"]).exitCode == 0) }
    let logged = ann.run(["log", "pushups-2min", "--reps", "30"])
    #expect(logged.output.hasPrefix("Saved: Push-ups in 2 minutes, 30 reps"))
    #expect(logged.output.hasSuffix("\nPublished in club.\n"))
    // A workout of an unpublished challenge is neither mentioned nor sent.
    #expect(ann.run(["log", "dips-2min", "--reps", "9"]).output.split(separator: "\n").count == 1)
    #expect(ben.run(["log", "pushups-2min", "--reps", "40"]).exitCode == 0)
    let board = ann.run(["leaderboard", "pushups-2min", "--group", "club"])
    let lines = board.output.split(separator: "\n")
    #expect(lines[0] == "club, Push-ups in 2 minutes, all time: most reps in 2:00")
    #expect(lines[2].hasPrefix("     1  Ben ") && lines[3].hasPrefix(">    2  Ann "))
    #expect(lines[3].hasSuffix(", typed in") && lines.count == 4)
    let week = ann.run(["leaderboard", "pushups-2min", "--group", "club", "--week", "--json"])
    #expect(week.output.contains(#""name":"Ben""#) && week.output.contains(#""you":true"#))
    #expect(
      ann.run(["leaderboard", "dips-2min", "--group", "club"]).output
        == "Nobody has a score in \"Dips in 2 minutes\" yet. \"ladder publish dips-2min\" shares yours.\n"
    )
  }

  @Test func `a workout logged without a network is sent by the next command`() throws {
    let server = try club.startServer()
    club.join("Ann")
    let ann = club.program("Ann")
    #expect(ann.run(["publish", "pushups-2min"]).exitCode == 0)
    #expect(ann.run(["leaderboard", "pushups-2min", "--group", "club"]).exitCode == 0)
    let port = try #require(
      server.output.split(separator: "127.0.0.1:").last.flatMap {
        UInt16($0.prefix { $0.isNumber })
      })
    server.signal(SIGTERM)
    try server.wait(for: "Stopped")
    _ = server.finish()
    let logged = ann.run(["log", "pushups-2min", "--reps", "30"])
    #expect(logged.exitCode == 0)
    #expect(
      logged.output.hasSuffix(
        "\nclub: 1 workout is not published yet: cannot reach 127.0.0.1; check the network and try again.\n"
      ))
    let offline = ann.run(["leaderboard", "pushups-2min", "--group", "club"])
    #expect(offline.output.hasPrefix("Nobody has a score"))
    let reason = "cannot reach 127.0.0.1; check the network and try again"
    #expect(offline.errors.contains("\(reason); this is the leaderboard as of "))
    let restarted = try club.startServer(port: port)
    defer { restarted.signal(SIGKILL) }
    #expect(ann.run(["groups"]).output.contains("published: pushups-2min (1 waiting)"))
    #expect(ann.run(["sync"]).exitCode == 0)
    #expect(ann.run(["groups"]).output.hasSuffix("published: pushups-2min\n"))
    #expect(
      ann.run(["leaderboard", "pushups-2min", "--group", "club"]).output.contains(">    1  Ann "))
  }

  @Test func `a refused workout is published when the rule changes`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    club.join("Ann")
    let ann = club.program("Ann")
    #expect(club.server.run(["group", "club", "--counts", "live"]).exitCode == 0)
    #expect(ann.run(["publish", "pushups-2min"]).exitCode == 0)
    let refused = "club refused it: this group only accepts workouts that were counted live.\n"
    #expect(ann.run(["log", "pushups-2min", "--reps", "30"]).output.hasSuffix(refused))
    let list = ann.run(["groups"]).output
    #expect(list.hasSuffix("(refused: this group only accepts workouts that were counted live)\n"))
    #expect(club.server.run(["group", "club", "--counts", "all"]).exitCode == 0)
    #expect(
      ann.run(["leaderboard", "pushups-2min", "--group", "club"]).output.contains(">    1  Ann "))
  }

  @Test(arguments: [
    (["--live"], "the group's rule decides which workouts count; leave --live out"),
    ([], "you have not joined a group; ask for a link and run \"ladder join\""),
  ])
  func `an invalid group leaderboard is reported in one line`(options: [String], line: String) {
    let outcome = program.run(["leaderboard", "pushups-2min", "--group", "club"] + options)
    #expect(outcome.errors == "ladder: \(line)\n" && outcome.exitCode == 2)
  }

  @Test func `without a server, workouts wait and the reason is printed`() throws {
    let server = try club.startServer()
    try join(club.invite("Ann"))
    server.signal(SIGTERM)
    try server.wait(for: "Stopped")
    #expect(server.finish() == (0, 0))
    _ = program.run(["log", "pushups-2min", "--reps", "30"])
    let published = program.run(["publish", "pushups-2min"])
    #expect(
      published.output == """
        Push-ups in 2 minutes is published in club.
        1 workout is not published yet: cannot reach 127.0.0.1; check the network and try again.

        """)
    #expect(program.run(["groups"]).output.contains("published: pushups-2min (1 waiting)"))
    let left = program.run(["leave", "club"])
    #expect(
      left.errors
        == "ladder: cannot reach 127.0.0.1; check the network and try again; if the server is gone, add --here\n"
    )
    #expect(left.exitCode == 1)
    #expect(!token.isEmpty)
    #expect(program.run(["leave", "club", "--here", "--everywhere"]).exitCode == 2)
    #expect(!token.isEmpty)
    let here = program.run(["leave", "club", "--here"])
    #expect(here.errors == "" && here.exitCode == 0)
    #expect(here.output.hasSuffix("Left club. Your workouts on this machine are unchanged.\n"))
    #expect(token.isEmpty)
    #expect(program.run(["groups", "--json"]).output == "[]\n")
  }

  @Test func `a used link leaves no secret behind`() throws {
    let server = try club.startServer()
    let link = club.invite("Ann")
    try join(link)
    let second = TestFolder()
    let outcome = Program(environment: ["LADDER_DATA": second.path]).run(["join", link])
    #expect(
      outcome.errors
        == "ladder: the server says: this link has already been used; ask for a new one\n")
    #expect(!second.text(of: "accounts.json").contains("token"))
    server.signal(SIGTERM)
    try server.wait(for: "Stopped")
  }

  @Test func `a server that chooses another token leaves no secret behind`() throws {
    let secret = "SecretSecretSecretSecret"
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.respond(
        #"{"token":"another","member":"Ann","group":{"id":"club","name":"Club","#
          + #""time_zone":"UTC","week_start":"monday","counting":"all"}}"#)
    }
    let outcome = program.run(["join"], input: "http://127.0.0.1:\(server.port)/join#\(secret)\n")
    #expect(
      outcome.errors == "ladder: 127.0.0.1 does not behave like a Ladder server (it chose another "
        + "token for this machine); tell the server's operator\n")
    #expect(outcome.exitCode == 1)
    let file = folder.text(of: "accounts.json")
    #expect(!file.contains(secret) && !file.contains("token"))
  }

  @Test(arguments: [
    (["join"], "this is not a link to a group, such as https://club.example/join#…"),
    (
      ["join", "secret#text"],
      "this is not a link to a group, such as https://club.example/join#…"
    ),
    (["leave", "club"], "you have not joined a group; ask for a link and run \"ladder join\""),
    (
      ["publish", "pushups-2min"],
      "you have not joined a group; ask for a link and run \"ladder join\""
    ),
    (["leave"], "\"leave\" needs a group, as in \"ladder leave club\""),
  ])
  func `an invalid command line is reported in one line`(arguments: [String], line: String) {
    let outcome = program.run(arguments)
    #expect(outcome.errors == "ladder: \(line)\n")
    #expect(outcome.exitCode == 2)
  }

  @Test func `without a group, the program loads no network library and opens no socket`() throws {
    let session = try PtySession(
      Program.path, environment: ["LADDER_DATA=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)"])
    try session.wait(for: "Push-ups in 2 minutes")
    let maps = String(decoding: readBytes("/proc/\(session.pid)/maps") ?? [], as: UTF8.self)
    #expect(maps.contains("libsqlite3"))
    #expect(!maps.contains("libcurl") && !maps.contains("libssl"))
    session.type("q")
    _ = session.finish()
  }

  @Test(
    .needs("strace"), .enabled(if: NoShellTests.canTrace, "processes may not be traced here"))
  func `without a group, the program opens only its own files`() throws {
    let calls = folder.path + "/calls"
    let session = try PtySession(
      try #require(Tools.path(of: "strace")),
      ["-f", "-o", calls, "-e", "trace=open,openat,creat,socket", Program.path],
      environment: ["LADDER_DATA=\(folder.path)/data", "XDG_CONFIG_HOME=\(folder.path)/config"])
    try session.wait(for: "Push-ups in 2 minutes")
    // When the screen shows the response to a key, the requests at startup are complete.
    session.type("?")
    try session.wait(for: "Keys")
    session.type("?q")
    _ = session.finish()
    let lines = try #require(readFile(calls)).split(separator: "\n")
    #expect(!lines.contains { $0.contains("AF_INET") })
    let paths = lines.compactMap { line in
      line.split(separator: "\"").dropFirst().first { $0.hasPrefix(folder.path) }
        .map { String($0.dropFirst(folder.path.count + 1)) }
    }
    let expected: Set = [
      "config/ladder", "config/ladder/settings", "data", "data/ladder.db", "data/ladder.db-journal",
      "data/ladder.db-shm", "data/ladder.db-wal", "data/screens.json",
    ]
    #expect(Set(paths).subtracting(expected) == [], "files that a start does not need")
    #expect(paths.contains("data/ladder.db"))
  }

  @Test func `no output has the secret of an account`() throws {
    let server = try club.startServer()
    try join(club.invite("Ann"))
    #expect(token.count == 43)
    _ = program.run(["log", "pushups-2min", "--reps", "30"])
    _ = program.run(["publish", "pushups-2min"])
    var texts: [String] = []
    for arguments in [
      ["groups"], ["groups", "--json"], ["history", "--json"], ["doctor"], ["status", "--json"],
      ["events", "--json"], ["backup", "\(folder.path)/copy.db"],
    ] {
      let outcome = program.run(arguments)
      texts += [outcome.output, outcome.errors]
    }
    for options in [
      ["--record", "a.ladder"], ["--record", "b.ladder", "--redact"], ["--record", "c.cast"],
    ] {
      let session = try record(options)
      session.type("q")
      #expect(session.finish() == (0, 0))
      texts.append(session.output)
    }
    // A crash, which writes a report.
    let crashed = try record([])
    kill(crashed.pid, SIGSEGV)
    _ = crashed.finish()
    texts.append(crashed.output)
    for name in folder.contents where name != "accounts.json" {
      texts.append(folder.text(of: name))
    }
    #expect(folder.contents.contains { $0.hasPrefix("crash") })
    #expect(texts.allSatisfy { !$0.contains(token) })
    // The server's files do not contain the token either.
    for name in folderContents(club.data("server")) {
      let bytes = try #require(readBytes("\(club.data("server"))/\(name)"))
      #expect(!String(decoding: bytes, as: UTF8.self).contains(token))
    }
    server.signal(SIGTERM)
    try server.wait(for: "Stopped")
  }

  private func record(_ options: [String]) throws -> PtySession {
    let options = options.map { $0.contains(".") ? "\(folder.path)/\($0)" : $0 }
    let session = try PtySession(
      Program.path, options,
      environment: [
        "LADDER_DATA=\(folder.path)", "LADDER_USER=Ann", "XDG_CONFIG_HOME=\(folder.path)",
      ])
    try session.wait(for: "Push-ups in 2 minutes")
    return session
  }
}
