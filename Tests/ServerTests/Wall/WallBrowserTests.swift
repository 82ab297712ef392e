import FoundationEssentials
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the wall page in a browser.
@Suite(.needs(Browser.program), .serialized)
struct WallBrowserTests {
  private let test: TestServer
  private let server: HTTPServer
  private let browser: Browser
  private let link: String

  init() throws {
    test = try TestServer()
    server = try HTTPServer(test.service, .anyPort)
    browser = try Browser()
    link = "http://127.0.0.1:\(server.port)\(try test.wallPath())"
  }

  /// Opens the page and waits until it receives events.
  private func openPage(width: Int = 1920, height: Int = 1080) throws -> BrowserPage {
    let page = try BrowserPage(in: browser, width: width, height: height)
    try page.runBeforePages(
      """
      window.violations = [];
      addEventListener("securitypolicyviolation", (event) => violations.push(event.blockedURI));
      """)
    try page.open(link)
    try page.wait(until: "document.getElementById('status').textContent === 'Live'")
    return page
  }

  private func expectNoProblems(on page: BrowserPage) throws {
    #expect(try page.evaluate("violations") == [String]())
    #expect(page.problems == [])
  }

  @Test func `a published workout appears without a reload`() throws {
    let ann = try test.join("Ann")
    _ = try ann.submit(.pushUps(30, on: test))
    let page = try openPage()
    #expect(try page.evaluate("document.querySelectorAll('.new').length") == 0)
    _ = try test.join("Ben").submit(.pushUps(40, on: test))
    try page.wait(until: "document.querySelector('tr.first th').textContent === 'Ben'")
    let rows = "[...document.querySelectorAll('tbody tr')].map((row) => row.innerText)"
    #expect(
      try page.evaluate(rows) == [
        "1\tBen\t40 reps", "2\tAnn\t30 reps", "1\tBen\t40 reps", "2\tAnn\t30 reps",
      ])
    #expect(
      try page.evaluate("[...document.querySelectorAll('.new th')].map((cell) => cell.innerText)")
        == ["Ben", "Ben"])
    try page.wait(
      until:
        "document.getElementById('status').textContent === 'Ben: 40 reps, Push-ups in 2 minutes'")
    _ = try ann.send(.delete, "/v1/account")
    try page.wait(until: "document.querySelectorAll('tbody tr').length === 2")
    try expectNoProblems(on: page)
  }

  @Test func `the bars of a race move with each rep`() throws {
    let names = ["Ada", "<img src=x onerror=window.owned=1>"]
    let devices = try names.map { try test.join($0) }
    let page = try openPage()
    let race = try devices[0].openRace().id
    try page.wait(
      until: "document.querySelector('#races h2')?.innerText.startsWith('Ada is waiting')")
    for device in devices { _ = try device.enter(race) }
    try page.wait(until: "document.querySelectorAll('#races progress').length === 2")
    test.now += 65
    let rows =
      "[...document.querySelectorAll('#races li')].map((row) => row.innerText.split('\\n').join(' '))"
    let values =
      "[...document.querySelectorAll('#races progress')].map((bar) => [bar.value, bar.max])"
    _ = try devices[1].sendReps([900, 1800], to: race)
    try page.wait(until: "document.querySelector('#races .count').textContent === '2'")
    #expect(try page.evaluate(rows) == ["1 \(names[1]) 2", "2 Ada 0"])
    #expect(try page.evaluate(values) == [[2, 2], [0, 2]])
    _ = try devices[0].sendReps([900, 1800, 2700], to: race)
    try page.wait(until: "document.querySelector('#races .count').textContent === '3'")
    #expect(try page.evaluate(rows) == ["1 Ada 3", "2 \(names[1]) 2"])
    #expect(try page.evaluate(values) == [[3, 3], [2, 3]])
    #expect(try page.evaluate("window.owned === undefined"))
    #expect(try page.evaluate("document.documentElement.scrollWidth") == 1920)
    try expectNoProblems(on: page)
  }

  @Test func `a page whose link is replaced says that the link is not valid`() throws {
    let page = try openPage()
    _ = try test.wallPath()
    try page.waitForLoad()
    #expect(
      try page.evaluate("document.querySelector('h1').textContent") == "This link is not valid")
  }

  @Test func `without scripts, the page is complete and reloads itself`() throws {
    _ = try test.join("Ann").submit(.pushUps(30, on: test))
    let page = try BrowserPage(in: browser, areScriptsEnabled: false)
    try page.open(link)
    #expect(
      try page.evaluate("[...document.querySelectorAll('tbody th')].map((cell) => cell.innerText)")
        == ["Ann", "Ann"])
    let refresh = try page.wait(for: "Page.frameScheduledNavigation")
    #expect(refresh["reason"] as? String == "metaTagRefresh")
    #expect(refresh["delay"] as? Int == 60)
    #expect(page.problems == [])
  }

  @Test func `hostile names do nothing and stay in their cells`() throws {
    let names =
      HostileText.all + [
        "<script>window.owned=1</script>", "<img src=x onerror=window.owned=1>",
        "</th></tr></table><h1>Owned</h1>", "\" onclick=\"window.owned=1", "&lt;b&gt;&#0;&bogus",
        "<!--", "<style>body{display:none}</style>", "<svg/onload=window.owned=1>",
        "javascript:window.owned=1", "אבג \u{202E}def",
        String(repeating: "Z\u{336}\u{489}\u{301}\u{302}\u{303}\u{304}", count: 60),
        String(repeating: "W", count: 64),
      ]
    for (number, name) in names.enumerated() {
      _ = try test.join(name).submit(.pushUps(60 - number, on: test))
    }
    try test.storage.withSession { session in
      var group = try #require(try session.group(.club))
      group.name = "</title></h1><script>window.owned=1</script><img src=x onerror=window.owned=1>"
      _ = try session.update(group) { _ in fatalError("the weeks do not change") }
    }
    for (width, height) in [(1920, 1080), (400, 800)] {
      let page = try openPage(width: width, height: height)
      // The new result makes the script render the page again.
      let reps = width < 600 ? 110 : 100
      _ = try test.join("Zoe").submit(.pushUps(reps, on: test))
      // Another rendering can follow at once, in which the result is no longer new.
      try page.wait(
        until: """
          [...document.querySelectorAll("tbody tr:not(.empty)")].filter(
            (row) => row.cells[2].textContent.includes("\(reps) reps")).length === 2
          """)
      #expect(try page.evaluate("window.owned === undefined"))
      #expect(
        try page.evaluate(
          "document.querySelectorAll('main :not(section,h2,table,caption,thead,tbody,tr,th,td,bdi,span)').length"
        ) == 0)
      #expect(try page.evaluate("document.querySelectorAll('h1').length") == 1)
      #expect(try page.evaluate("document.querySelectorAll('script').length") == 1)
      let shown = try page.evaluate(
        "[...document.querySelectorAll('table:last-of-type bdi')].map((name) => name.textContent)",
        as: [String].self)
      let expected = try test.storage.withSession { session in
        try session.lines(
          of: .init(group: .club, challenge: "pushups-2min", week: nil), after: nil
        ).prefix(10)
      }
      #expect(shown == expected.map(\.name))
      // Nothing is wider than the screen, and all rows have the same height.
      #expect(try page.evaluate("document.documentElement.scrollWidth") == width)
      #expect(
        try page.evaluate(
          """
          (() => {
            const heights = [...document.querySelectorAll("tbody tr")].map(
              (row) => row.getBoundingClientRect().height);
            return Math.max(...heights) / Math.min(...heights) < 1.3;
          })()
          """))
      #expect(
        try page.evaluate(
          "[...document.querySelectorAll('tbody th')].every((cell) => getComputedStyle(cell).overflow === 'hidden')"
        ))
      try expectNoProblems(on: page)
    }
  }

  @Test func `a screen reader finds the tables and their headings`() throws {
    _ = try test.join("Ann").submit(.pushUps(30, on: test))
    let page = try openPage()
    let names = try page.accessibleNames()
    let expected = [
      "RootWebArea The club: leaderboards", "heading The club", "status ", "main ",
      "region Push-ups in 2 minutes", "heading Push-ups in 2 minutes", "table This week",
      "columnheader Rank", "columnheader Name", "columnheader Result", "cell 1", "rowheader Ann",
      "cell 30 reps", "table All time",
    ]
    var remaining = expected[...]
    for name in names where name == remaining.first { remaining.removeFirst() }
    #expect(remaining.isEmpty, "\(names)")
    #expect(try page.evaluate("document.documentElement.lang") == "en")
  }

  @Test(arguments: [(1920, 1080), (390, 844)])
  func `a mark is visible beside the longest name`(width: Int, height: Int) throws {
    let challenges = ["pushups-2min", "dips-2min", "situps-2min", "squats-3min", "pullups-5min"]
    let ann = try test.join(String(repeating: "W", count: 64))
    for challenge in challenges {
      var typed = SubmittedWorkout.pushUps(0, on: test).with([], .typed(reps: 50))
      typed.challenge = challenge
      _ = try ann.submit(typed)
    }
    let page = try openPage(width: width, height: height)
    #expect(
      try page.evaluate(
        """
        [...document.querySelectorAll(".mark")].every((mark) => {
          const [own, cell] = [mark, mark.closest("td")].map((part) => part.getBoundingClientRect());
          return own.width > 10 && own.left >= cell.left && own.right <= cell.right
            && cell.right <= innerWidth && mark.closest("tr").cells[1].clientWidth > 40;
        })
        """))
    #expect(try page.evaluate("document.querySelectorAll('.mark').length") == 10)
  }

  @Test(arguments: [(1920, 1080), (1280, 620)])
  func `after a page turn, the heading of a board is at the top`(width: Int, height: Int) throws {
    let challenges = test.service.catalogue.challenges.filter { $0.scoring == .hold }.map(\.id)
    let more: [Challenge.ID] = [
      "pushups-2min", "dips-2min", "situps-2min", "squats-3min", "pullups-5min",
    ]
    for number in 0..<12 {
      let device = try test.join("Member \(number)")
      for (index, challenge) in (challenges + more).enumerated() {
        var workout = SubmittedWorkout.pushUps(
          more.contains(challenge) ? 20 : 0, ago: 3600 + Double(12 * index + number), on: test)
        workout.challenge = challenge.rawValue
        _ = try device.submit(workout)
      }
    }
    let page = try BrowserPage(in: browser, width: width, height: height)
    // The test, not the timer, turns the pages.
    try page.runBeforePages(
      """
      window.timers = [];
      window.setInterval = (action, time) => timers.push({ action, time });
      """)
    try page.open(link)
    try page.wait(until: "document.getElementById('status').textContent === 'Live'")
    let boards: Int = try page.evaluate("document.querySelectorAll('section').length")
    #expect(boards == 9)
    let turn = """
      (() => {
        scrollTo = (place) => document.documentElement.scrollTop = place.top;
        timers.find(({ time }) => time === 15_000).action();
        return [...document.querySelectorAll("section")].findIndex(
          (section) => Math.abs(section.getBoundingClientRect().top) < 2);
      })()
      """
    let turns = try (0..<4).map { _ in try page.evaluate(turn, as: Int.self) }
    // A row has four boards. The turns lead to row 2, row 3, the start of the page, and row 2 again.
    #expect(turns == [4, 8, -1, 4])
  }

  @Test(arguments: 1...4)
  func `a few leaderboards fit a screen on the wall`(count: Int) throws {
    let challenges = ["pushups-2min", "dips-2min", "situps-2min", "squats-3min"].prefix(count)
    for number in 0..<12 {
      let device = try test.join("Member with a long name \(number)")
      for challenge in challenges {
        var workout = SubmittedWorkout.pushUps(20 + number, on: test)
        workout.challenge = challenge
        _ = try device.submit(workout)
      }
    }
    let page = try openPage()
    #expect(try page.evaluate("document.querySelectorAll('tbody tr').length") == 20 * count)
    #expect(
      try page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        == [1920, 1080])
  }
}
