import Glibc
import SQLite
import SystemTestSupport
import Testing

/// Tests of two people's apps and their server, each in a separate process.
@Suite(
  .serialized, .checkOnly,
  .enabled(if: TestClub.isPossible, "libraries are missing"))
struct TogetherTests {
  private let club = TestClub()

  /// Joins the club and publishes push-ups.
  private func join(_ name: String) {
    club.join(name)
    #expect(club.program(name).run(["publish", "pushups-2min"]).exitCode == 0)
  }

  /// Does a set of three push-ups.
  private func train(_ app: PtySession) throws {
    app.type("\rss")
    try app.wait(for: "REPS 0")
    app.type("   ")
    // The workout must last longer than it took to type the reps, or it would be judged impossible.
    app.rest(milliseconds: 1100)
    app.type("s")
    try app.wait(for: "Saved")
  }

  @Test func `a finished workout appears on the leaderboard of another program`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    for name in ["Ann", "Bob"] { join(name) }
    let (ann, bob) = (try club.startApp("Ann"), try club.startApp("Bob"))
    bob.type("2")
    try bob.wait(for: "group")
    bob.type("b")
    try bob.wait(for: "published")
    try train(ann)
    try bob.wait(for: "3 reps")
    #expect(bob.output.contains("Ann"))
    for app in [ann, bob] { app.signal(SIGTERM) }
  }

  @Test(.needs(Browser.program))
  func `a finished workout appears on the page for the wall`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    join("Ann")
    let link = club.server.run(["wall"]).output
    let browser = try Browser()
    let page = try BrowserPage(in: browser, width: 1920, height: 1080)
    try page.open(String(link.dropLast()))
    try page.wait(until: "document.getElementById('status').textContent === 'Live'")
    let ann = try club.startApp("Ann")
    try train(ann)
    try page.wait(until: "document.body.innerText.includes('Ann')")
    ann.signal(SIGTERM)
  }
}

// MARK: - Faults

/// Tests of a club whose disks are full, whose connections break, and whose server is killed.
@Suite(
  .serialized, .checkOnly, .enabled(if: TestClub.isPossible, "libraries are missing"))
struct TogetherFaultTests {
  private let club = TestClub()

  /// Returns the first column of the result of a query in the server's database.
  private func onServer(_ query: SQL) throws -> [Int] {
    let connection = try Connection(readOnlyPath: club.data("server") + "/server.db")
    defer { connection.close() }
    return try connection.all(query) { Int($0.integer(0)) }
  }

  /// Returns the reps of each workout on the server, fewest first.
  private func publishedReps() throws -> [Int] {
    try onServer("SELECT reps FROM workouts ORDER BY reps")
  }

  private func log(_ reps: Int) {
    let logged = club.program("Ann").run(["log", "pushups-2min", "--reps", "\(reps)"])
    #expect(logged.exitCode == 0)
  }

  @Test(.enabled(if: Privileges.canMount, "needs the right to mount"))
  func `a server with a full disk refuses workouts, and records them once there is space`() throws {
    mkdir(club.data("server"), 0o700)
    let disk = try #require(SmallDisk(at: club.data("server"), kilobytes: 4096))
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    club.join("Ann")
    let ann = club.program("Ann")
    log(30)
    let filler = disk.fill()
    let published = ann.run(["publish", "pushups-2min"])
    #expect(published.output.contains("1 workout is not published yet: the server says: "))
    #expect(ann.run(["sync"]).errors.hasPrefix("ladder: the server says: "))
    try server.wait(for: #""event":"storage_error""#)
    disk.free(filler)
    #expect(ann.run(["publish", "pushups-2min"]).output.contains("not published yet") == false)
    #expect(try publishedReps() == [30])
    #expect(ann.run(["sync"]).output.hasPrefix("Sent 1 entry, received 0 entries."))
    #expect(ann.run(["sync", "status"]).output.contains("Waiting   0 entries"))
  }

  @Test(.enabled(if: Privileges.canMount, "needs the right to mount"))
  func `a link still works after an attempt to join with a full disk`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    mkdir(club.data("Ann"), 0o700)
    let disk = try #require(SmallDisk(at: club.data("Ann"), kilobytes: 4096))
    let filler = disk.fill()
    let link = club.invite("Ann")
    let refused = club.program("Ann").run(["join"], input: link)
    #expect(refused.errors.contains("is full; make room and try again"))
    #expect(refused.exitCode == 1)
    disk.free(filler)
    #expect(club.program("Ann").run(["join"], input: link).exitCode == 0)
  }

  @Test(.enabled(if: Privileges.canMount, "needs the right to mount"))
  func `a machine with a full disk gets the whole history once there is space`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    club.join("Ann")
    let ann = club.program("Ann")
    for reps in 30...40 { log(reps) }
    #expect(ann.run(["sync"]).exitCode == 0)
    mkdir(club.data("desktop"), 0o700)
    let disk = try #require(SmallDisk(at: club.data("desktop"), kilobytes: 4096))
    let desktop = club.program("desktop", person: "Ann")
    let link = ann.run(["sync", "link"]).output
    #expect(desktop.run(["join"], input: link).exitCode == 0)
    let app = try club.startApp("desktop")
    let filler = disk.fill()
    let refused = desktop.run(["sync"])
    #expect(refused.errors.contains("is full; make room and try again"))
    #expect(refused.exitCode == 1)
    disk.free(filler)
    let received = desktop.run(["sync"])
    // The app synchronizes too, so it may already have received the entries.
    #expect(received.exitCode == 0, "\(received.errors)")
    #expect(desktop.run(["history", "--json"]).output == ann.run(["history", "--json"]).output)
    app.signal(SIGTERM)
    _ = app.finish()
  }

  @Test func `a server that is killed at any point of a session loses nothing and repeats nothing`()
    throws
  {
    let running = Recorded<(port: UInt16, process: pid_t)>((0, 0))
    /// The number of parts of data that the proxy forwards before it kills the server; `nil` after the kill.
    let left = Recorded<Int?>(nil)
    let proxy = TestProxy(to: { running.value.port }) { _, count in
      var isKilled = false
      left.update { left in
        guard let parts = left else { return }
        isKilled = parts == 0
        left = isKilled ? nil : parts - 1
      }
      guard isKilled else { return count }
      kill(running.value.process, SIGKILL)
      return 0
    }
    defer { proxy.stop() }
    var servers: [PtySession] = []
    func startServer() throws {
      let server = try club.startServer()
      let address = server.output.split(separator: "http://127.0.0.1:")
      let port = try #require(address.last.flatMap { UInt16($0.prefix { $0.isNumber }) })
      running.update { $0 = (port, server.pid) }
      servers.append(server)
    }
    try startServer()
    defer { servers.last?.signal(SIGKILL) }

    /// Repeats a command until it succeeds, and kills the server one part of the session later each time.
    func run(_ person: String, _ arguments: [String], input: String = "") throws -> Int {
      for parts in 0... {
        left.update { $0 = parts }
        let outcome = club.program(person).run(arguments, input: input)
        guard left.value == nil else {
          left.update { $0 = nil }
          #expect(outcome.exitCode == 0, "\(arguments), \(parts): \(outcome.errors)")
          return parts
        }
        #expect(outcome.errors.split(separator: "\n").count <= 1, "\(outcome.errors)")
        _ = servers.last?.finish()
        // The server is not running, so the workout waits for the next attempt.
        if arguments != ["join"] { log(31 + parts) }
        try startServer()
      }
      return 0
    }

    /// Returns the text with a link to the proxy instead of the server.
    func throughProxy(_ text: String) -> String {
      text.replacing(#/127\.0\.0\.1:\d+/#, with: "127.0.0.1:\(proxy.port)")
    }

    let link = throughProxy(club.invite("Ann"))
    // Joining takes at least a request and a response.
    #expect(try run("Ann", ["join"], input: link) >= 2)
    log(30)
    let sent = try run("Ann", ["publish", "pushups-2min"])
    #expect(sent >= 2)
    #expect(try publishedReps() == Array(30..<30 + sent + 1))
    let synchronized = try run("Ann", ["sync"])
    #expect(synchronized >= 4)

    let phone = club.program("phone", person: "Ann")
    let other = throughProxy(club.program("Ann").run(["sync", "link"]).output)
    let joined = phone.run(["join"], input: other)
    #expect(joined.exitCode == 0, "\(joined.errors)")
    #expect(phone.run(["sync"]).exitCode == 0)
    let history = club.program("Ann").run(["history", "--json"]).output
    #expect(history.contains(#""reps":30"#))
    #expect(phone.run(["history", "--json"]).output == history)
    #expect(try onServer("SELECT count(*) FROM devices") == [2])
  }
}
