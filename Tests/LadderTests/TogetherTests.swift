import Glibc
import HTTPClient
import Sodium
import SystemTestSupport
import Testing

/// Tests of two people's apps and their server, each in a process of its own.
@Suite(
  .serialized, .checkOnly,
  .enabled(if: HTTPClient.failure == nil && Sodium.failure == nil, "libraries are missing"))
struct TogetherTests {
  private let folder = TestFolder()

  private func program(_ name: String) -> Program {
    Program(environment: ["LADDER_DATA": "\(folder.path)/\(name)", "LADDER_USER": name])
  }

  private func startServer() throws -> PtySession {
    let session = try PtySession(
      Program.path, ["serve", "--listen", "127.0.0.1:0"],
      environment: ["LADDER_DATA=\(folder.path)/server"])
    try session.wait(for: "Listening on http://127.0.0.1:")
    return session
  }

  /// Joins the group and publishes push-ups.
  private func join(_ name: String) {
    let link = program("server").run(["serve", "invite", name]).output
    #expect(program(name).run(["join"], input: link).exitCode == 0)
    #expect(program(name).run(["publish", "pushups-2min"]).exitCode == 0)
  }

  private func startApp(_ name: String) throws -> PtySession {
    let session = try PtySession(
      Program.path, ["--as", name, "--data", "\(folder.path)/\(name)"],
      environment: ["XDG_CONFIG_HOME=\(folder.path)/\(name)-settings"])
    try session.wait(for: "Push-ups in 2 minutes")
    return session
  }

  /// Does a set of three push-ups.
  private func train(_ app: PtySession) throws {
    app.type("\rss")
    try app.wait(for: "REPS 0")
    app.type("   ")
    // The reps must take longer than they took to type, or the workout would be impossible.
    app.rest(milliseconds: 1100)
    app.type("s")
    try app.wait(for: "Saved")
  }

  @Test func `a finished workout appears on the leaderboard of another program`() throws {
    let server = try startServer()
    defer { server.signal(SIGKILL) }
    for name in ["Ann", "Bob"] { join(name) }
    let (ann, bob) = (try startApp("Ann"), try startApp("Bob"))
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
    let server = try startServer()
    defer { server.signal(SIGKILL) }
    join("Ann")
    let link = program("server").run(["serve", "wall"]).output
    let browser = try Browser()
    let page = try BrowserPage(in: browser, width: 1920, height: 1080)
    try page.open(String(link.dropLast()))
    try page.wait(until: "document.getElementById('status').textContent === 'Live'")
    let ann = try startApp("Ann")
    try train(ann)
    try page.wait(until: "document.body.innerText.includes('Ann')")
    ann.signal(SIGTERM)
  }
}
