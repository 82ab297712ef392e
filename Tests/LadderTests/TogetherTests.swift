import Glibc
import SystemTestSupport
import Testing

/// Tests of two people's apps and their server, each in a process of its own.
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
    // The reps must take longer than they took to type, or the workout would be impossible.
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
