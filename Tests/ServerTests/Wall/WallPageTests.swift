import FoundationEssentials
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the wall page, without a browser.
struct WallPageTests {
  private let server: TestServer
  private let path: String

  init() throws {
    server = try TestServer()
    path = try server.wallPath()
  }

  @Test func `the page has the best results of this week and of all time`() throws {
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    _ = try server.join("Ben").submit(.pushUps(40, ago: 8 * 86_400, on: server))
    var plank = SubmittedWorkout.pushUps(0, on: server)
    plank.challenge = "plank-hold"
    _ = try ann.submit(plank)
    let page = try server.send(.get, path).text
    #expect(page.contains("<h1><bdi>The club</bdi></h1>"))
    #expect(
      page.contains(
        """
        <h2 id="board-pushups-2min">Push-ups in 2 minutes</h2>
        <table>
        <caption>This week</caption>
        <thead><tr><th scope="col">Rank</th><th scope="col">Name</th><th scope="col">Result</th></tr></thead>
        <tbody>
        <tr class="first"><td>1</td><th scope="row"><bdi>Ann</bdi></th><td>30 reps</td></tr>
        </tbody>
        </table>
        <table>
        <caption>All time</caption>
        <thead><tr><th scope="col">Rank</th><th scope="col">Name</th><th scope="col">Result</th></tr></thead>
        <tbody>
        <tr class="first"><td>1</td><th scope="row"><bdi>Ben</bdi></th><td>40 reps</td></tr>
        <tr><td>2</td><th scope="row"><bdi>Ann</bdi></th><td>30 reps</td></tr>
        </tbody>
        </table>
        """))
    #expect(page.contains("<td>02:00.00</td>"))
    #expect(page.components(separatedBy: "<h2").count == 3)
  }

  @Test func `a table has ten people, and equal results have the same rank`() throws {
    for number in 0..<12 {
      _ = try server.join("Member \(number)").submit(
        .pushUps(10 + number / 3, ago: 4000 - Double(number), on: server))
    }
    let page = try server.send(.get, path).text
    let ranks = page.components(separatedBy: "<td>").dropFirst().compactMap {
      Int($0.prefix { $0 != "<" })
    }
    #expect(ranks == [1, 1, 1, 4, 4, 4, 7, 7, 7, 10, 1, 1, 1, 4, 4, 4, 7, 7, 7, 10])
    #expect(page.components(separatedBy: #"<tr class="first">"#).count == 7)
  }

  @Test func `a typed result and a week without results are marked`() throws {
    let typed = SubmittedWorkout.pushUps(0, ago: 8 * 86_400, on: server)
      .with([], .typed(reps: 50))
    _ = try server.join("Ann").submit(typed)
    let page = try server.send(.get, path).text
    #expect(page.contains(#"<tr class="empty"><td>No results</td></tr>"#))
    #expect(
      page.contains(#"<bdi>Ann</bdi></th><td><span class="mark">typed</span> 50 reps</td>"#))
  }

  @Test func `an imported result is marked`() throws {
    _ = try server.join("Ann").submit(.pushUps(30, on: server).with([1000, 2000], .imported))
    let page = try server.send(.get, path).text
    #expect(page.contains(#"<td><span class="mark">imported</span> 2 reps</td>"#))
  }

  @Test func `the page of a group without results says what to do`() throws {
    #expect(try server.send(.get, path).text.contains("No results yet."))
  }

  @Test func `a group's page shows nothing of another group`() throws {
    try server.addGroup("office")
    _ = try server.join("Ola", group: "office").submit(.pushUps(30, on: server))
    #expect(try !server.send(.get, path).text.contains("Ola"))
  }

  @Test func `all wrong links get the same response`() throws {
    let old = path
    let new = try server.wallPath()
    let wrong = [old, "/wall/\(Secret().text)", "/wall/x", "/wall/%25", "/wall/'or'1'='1"]
    let responses = try wrong.map { try server.send(.get, $0) }
    #expect(Set(responses.map(\.status)) == [404])
    #expect(Set(responses.map(\.text)).count == 1)
    #expect(Set(responses.map { $0.headers.map { "\($0)" } }).count == 1)
    #expect(responses[0].text.contains("Ask an owner of the group for the current one."))
    let events = try wrong.map { try server.send(.get, "\($0)/events") }
    #expect(Set(events.map(\.status)) == [404])
    #expect(Set(events.map(\.text)).count == 1)
    #expect(try server.send(.get, new).status == 200)
  }

  @Test func `a page uses only its own resources, and is not framed, cached or a referrer`() throws
  {
    for path in [path, "/wall/x"] {
      let page = try server.send(.get, path)
      #expect(
        page.header("Content-Security-Policy")
          == "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
      #expect(page.header("X-Frame-Options") == "DENY")
      #expect(page.header("Referrer-Policy") == "no-referrer")
      #expect(page.header("Cache-Control") == "no-store")
      #expect(page.header("Content-Type") == "text/html; charset=utf-8")
    }
  }

  @Test(arguments: [("/wall.css", "text/css"), ("/wall.js", "text/javascript")])
  func `a resource is sent again only when it has changed`(path: String, type: String) throws {
    let resource = try server.send(.get, path)
    #expect(resource.status == 200)
    #expect(resource.header("Content-Type") == "\(type); charset=utf-8")
    #expect(!resource.body.isEmpty)
    let tag = try #require(resource.header("ETag"))
    let second = try server.send(.get, path, headers: ["If-None-Match": tag])
    #expect(second.status == 304)
    #expect(second.body.isEmpty)
    #expect(try server.send(.get, path, headers: ["If-None-Match": "\"x\""]).status == 200)
  }

  @Test func `a page receives only the events of its leaderboards`() throws {
    try server.addGroup("office")
    let stream = try #require(try server.send(.get, "\(path)/events").events)
    #expect(stream.unreadText == "retry: 3000\n\n")
    _ = try server.join("Ola", group: "office").submit(.pushUps(30, on: server))
    let ann = try server.join("Ann")
    let entry = JournalEntry(id: UUID(), data: Data([1]))
    _ = try ann.send(.post, "/v1/journal", JournalUpload(key: UUID(), entries: [entry]))
    #expect(stream.unreadText == "")
    _ = try ann.submit(.pushUps(30, on: server))
    #expect(stream.unreadText == "event: board\ndata: {\"challenge\":\"pushups-2min\"}\n\n")
    _ = try server.wallPath()
    #expect(stream.unreadText == nil)
  }

  @Test func `hostile names in a database are shown as text`() throws {
    let group = Group(id: .club, name: "</title><script>\"&\u{202E}")
    let line = BoardLine(
      member: 1, name: "<b>\u{0}\u{202E}" + String(repeating: "a\u{301}", count: 10_000),
      score: Score(reps: 1, duration: .zero, rankKey: -1), achievedAt: server.now,
      workout: UUID(), provenance: .live)
    let challenge = try #require(server.service.catalogue["pushups-2min"])
    let page = WallPage(
      group: group, boards: [.init(challenge: challenge, week: [line], allTime: [line])])
    let text = page.html.text
    #expect(text.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;: leaderboards</title>"))
    #expect(text.contains("<bdi>&lt;b&gt;á"))
    #expect(text.invisibleCharacters == [])
    #expect(text.utf8.count < 3000)
  }
}

extension TestServer {
  /// Returns the path of a new link to the wall page of a group.
  func wallPath(for group: Group.ID = .club) throws -> String {
    let secret = Secret()
    #expect(try storage.withSession { try $0.setWallSecret(secret.hash, of: group) })
    return "/wall/\(secret.text)"
  }
}
