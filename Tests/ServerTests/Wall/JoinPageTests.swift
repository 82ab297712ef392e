import FoundationEssentials
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the page of an invitation link, without a browser.
struct JoinPageTests {
  @Test func `a link that is opened in a browser is explained`() throws {
    let server = try TestServer()
    let page = try server.send(.get, "/join")
    #expect(page.status == 200)
    #expect(page.header("Content-Type") == "text/html; charset=utf-8")
    #expect(page.text.contains("make install") && page.text.contains("ladder join"))
    #expect(
      page.header("Content-Security-Policy")
        == "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    #expect(page.header("Referrer-Policy") == "no-referrer")
    #expect(
      try server.send(.get, "/join.js").header("Content-Type") == "text/javascript; charset=utf-8")
  }
}

/// Tests of the page of a link to a live race.
struct RaceLinkPageTests {
  @Test func `a link that is opened in a browser is explained, and says nothing about the group`()
    throws
  {
    let server = try TestServer()
    let path = "/races/pushups-2min/0f1e2d3c"
    let page = try server.send(.get, path)
    #expect(page.status == 200 && page.text.contains("Push-ups in 2 minutes"))
    #expect(page.header("Content-Security-Policy")?.hasPrefix("default-src 'none';") == true)
    #expect(page.text.contains("<pre>ladder race LINK</pre>"))
    try server.storage.withSession { try $0.setURL("https://club.example") }
    #expect(
      try server.send(.get, path).text.contains(
        "<pre>ladder race https://club.example\(path)</pre>"))
  }

  @Test(arguments: ["own-1/0f1e2d3c", "pushups-2min/0f1e2d3", "pushups-2min/%3Cb%3E11111"])
  func `other paths are unknown`(path: String) throws {
    #expect(try TestServer().send(.get, "/races/\(path)").status == 404)
  }
}

/// Tests of QR codes in a terminal.
@Suite(.enabled(if: QRCode.failure == nil, "libqrencode is missing"))
struct QRCodeTests {
  @Test func `a code has a white margin, and marks in three corners`() throws {
    let code = try #require(QRCode("https://club.example/join#\(Secret().text)"))
    let size = code.rows.count
    let mark = [true, true, true, true, true, true, true]
    #expect(code.rows[0].prefix(7) == mark[...] && code.rows[0].suffix(7) == mark[...])
    #expect(code.rows[size - 1].prefix(7) == mark[...])
    #expect(code.lines.count == (size + 9) / 2)
    #expect(code.lines[0] == "\u{1B}[30;107m\(String(repeating: " ", count: size + 8))\u{1B}[0m")
    #expect(code.lines[2].contains("    █▀▀▀▀▀█"))
  }

  @Test func `a text that is too long has no code`() {
    #expect(QRCode(String(repeating: "x", count: 4000)) == nil)
  }
}

/// Tests of the page of an invitation link in a browser.
@Suite(.needs(Browser.program), .serialized)
struct JoinPageBrowserTests {
  private let test: TestServer
  private let server: HTTPServer
  private let browser: Browser

  init() throws {
    test = try TestServer()
    server = try HTTPServer(test.service, .anyPort)
    browser = try Browser()
  }

  private var address: String { "http://127.0.0.1:\(server.port)/join" }

  private func open(_ fragment: String, width: Int = 1920, height: Int = 1080) throws -> BrowserPage
  {
    let page = try BrowserPage(in: browser, width: width, height: height)
    try page.open("\(address)#\(fragment)")
    return page
  }

  private let command = "document.getElementById('command').textContent"

  @Test(arguments: [(1920, 1080), (390, 844)])
  func `the page has the command and fits the screen`(width: Int, height: Int) throws {
    let secret = Secret().text
    let page = try open(secret, width: width, height: height)
    #expect(try page.evaluate(command) == "echo '\(address)#\(secret)' | ladder join -")
    #expect(try page.evaluate("document.documentElement.scrollWidth") == width)
    #expect(try page.evaluate("document.body.innerText.includes('paste the whole link')") == false)
    #expect(try page.evaluate("document.querySelector('svg').clientWidth > 100"))
    #expect(page.problems == [])
  }

  @Test(arguments: [
    "", "short", "'; reboot #aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa%27%3Breboot",
    "aaaaaaaaaaaaaaaaaaaa$(reboot)", "aaaaaaaaaaaaaaaaaaaa\\nreboot", "<b>aaaaaaaaaaaaaaaaaaaa</b>",
  ])
  func `text that is not a link is not put into a command`(fragment: String) throws {
    let page = try open(fragment)
    #expect(try page.evaluate(command) == "ladder join")
    #expect(try page.evaluate("document.querySelectorAll('svg').length") == 0)
    #expect(page.problems == [])
  }

  @Test func `without scripts, the page says what to paste`() throws {
    let page = try BrowserPage(in: browser, areScriptsEnabled: false)
    try page.open("\(address)#\(Secret().text)")
    #expect(try page.evaluate("document.body.innerText.includes('paste the whole link')"))
    #expect(try page.evaluate(command) == "ladder join")
  }

  @Test(
    .enabled(if: QRCode.failure == nil, "libqrencode is missing"), arguments: [16, 43, 100])
  func `the page draws the same QR code as the library`(length: Int) throws {
    // The page always uses mask 0. The library chooses a mask, so another secret may be needed.
    var (secret, code): (String, QRCode?) = ("", nil)
    let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for seed in 1...UInt64(10_000) where code?.format != 0x77C4 {
      var random = Random(state: seed)
      secret = String((0..<length).map { _ in characters.randomElement(using: &random) ?? "a" })
      code = QRCode("\(address)#\(secret)")
    }
    try #require(code?.format == 0x77C4)
    let page = try open(secret)
    let path: String = try page.evaluate("document.querySelector('path').getAttribute('d')")
    var expected = ""
    for (y, row) in try #require(code).rows.enumerated() {
      for (x, isDark) in row.enumerated() where isDark {
        expected += "M\(x + 4) \(y + 4)h1v1h-1z"
      }
    }
    #expect(path == expected)
  }
}

extension QRCode {
  /// The bits beside the first finder pattern that encode the mask.
  fileprivate var format: Int {
    var modules: [Bool] = (0..<6).map { rows[$0][8] }
    modules += [rows[7][8], rows[8][8], rows[8][7]]
    for index in 9..<15 { modules.append(rows[8][14 - index]) }
    var bits = 0
    for (index, isDark) in modules.enumerated() where isDark { bits |= 1 << index }
    return bits
  }
}
