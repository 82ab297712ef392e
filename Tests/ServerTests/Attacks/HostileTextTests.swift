import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

/// Tests of every field and parameter with text that is code for a database, a browser or a terminal.
struct HostileTextTests {
  private static let texts = [
    "'; DROP TABLE member; --", "\" OR \"\"=\"", "%' OR 1=1 --", "$(reboot)", "../../server.db",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{7*7}}", "${jndi:ldap://x}",
    "a\u{0}b", "\u{1B}[2J\u{1B}]0;x\u{7}", "a\r\nX-Evil: yes", "\u{202E}gnp.exe",
    "\u{FEFF}x\u{200B}",
    "x\u{D7FF}\u{E000}\u{10FFFF}",
    String(repeating: "e\u{301}", count: 200),
  ]

  @Test(arguments: texts)
  func `a name is treated as text only`(text: String) throws {
    let server = try TestServer()
    try server.storage.withSession { try $0.setURL("https://club.example") }
    let owner = try server.join("Ola", isOwner: true)
    let response = try owner.send(.post, "/v1/invitations", InvitationRequest(name: text))
    let link = try APICoding.value(InvitationResponse.self, from: response.body).link
    let secret = String(try #require(link.split(separator: "#").last))
    let member = try server.join(with: secret, device: text)
    let account = try member.get("/v1/account", as: Account.self)
    let members = try owner.get("/v1/members", as: [Member].self)
    #expect(members.map(\.name).sorted() == ["Ola", account.member].sorted())
    for name in [account.member, account.devices[0].name] {
      #expect(name.count <= 64)
      #expect(
        name.unicodeScalars.allSatisfy {
          ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        })
    }
    if text.hasPrefix("<") || text.hasPrefix("'") { #expect(account.member == text) }
    #expect(try owner.send(.get, "/v1/account").header("Content-Type") == "application/json")
    #expect(server.errors == [])
  }

  @Test(arguments: texts)
  func `a parameter is treated as text only`(text: String) throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    var workout = SubmittedWorkout.pushUps(30, on: server)
    workout.challenge = text
    #expect(try ann.submit(workout).map(\.status) == [.refused])
    let path = text.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }.joined()
    for template in Service.routes.map(\.template) where template.contains("{") {
      let parts = template.split(separator: "/").map { $0.hasPrefix("{") ? path : String($0) }
      for method in [Request.Method.get, .delete, .post] {
        let status = try ann.send(method, "/" + parts.joined(separator: "/")).status
        #expect([403, 404, 405].contains(status), "\(method) \(template)")
      }
    }
    let board = "/v1/boards/pushups-2min"
    let query = text.replacing("%", with: "%25")
    #expect(try ann.send(.get, board, query: ["period": query]).status == 400)
    #expect(try ann.send(.get, board, query: ["after": query]).status == 400)
    #expect(try ann.send(.get, board, headers: ["If-None-Match": text]).status == 200)
    #expect(try server.send(.get, board, headers: ["Authorization": text]).status == 401)
    #expect(
      try server.send(.get, board, headers: ["Authorization": "Bearer \(text)"]).status == 401)
    let invite = JoinRequest(invite: text, device: "laptop")
    #expect(try server.send(.post, "/v1/join", invite).status == 404)
    #expect(try ann.get(board, as: BoardPage.self).people == 1)
    #expect(server.errors == [])
  }

  @Test(arguments: [
    #"{"workouts":1e400}"#,
    #"{"workouts":99999999999999999999999999}"#, #"{"workouts":[null]}"#, #"{"workouts":"\ud800"}"#,
    "{\"workouts\":[\"\u{0}\"]}", #"{"workouts":[{"id":"x"}]}"#, "NaN", "[]]",
  ])
  func `JSON that is not a request is refused`(json: String) throws {
    let ann = try TestServer().join("Ann")
    #expect(try ann.sendText(Array(json.utf8)).status == 400)
  }

  @Test(arguments: ["[", #"{"workouts":"#, #"{"workouts":[{"#, "9"])
  func `JSON that is too deep or too long is refused`(part: String) throws {
    let ann = try TestServer().join("Ann")
    let count = (1 << 20) / part.utf8.count
    #expect(try ann.sendText(Array(String(repeating: part, count: count).utf8)).status == 400)
  }

  @Test func `the first of duplicate keys is used`() throws {
    let server = try TestServer()
    let json = #"{"device":"first","invite":"\#(try server.invite("Ann").text)","device":"second"}"#
    let response = server.service.respond(
      to: Request(.post, "/v1/join", body: Data(json.utf8)))
    let token = try APICoding.value(JoinResponse.self, from: response.body).token
    let account = try TestDevice(server: server, token: token).get("/v1/account", as: Account.self)
    #expect(account.devices.map(\.name) == ["first"])
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], Array("{\"workouts\":\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8),
    [0xEF, 0xBB], [0, 0, 0, 0], [0xFE, 0xFF, 0],
  ])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) throws {
    let ann = try TestServer().join("Ann")
    #expect(try ann.sendText(bytes).status == 400)
  }

  @Test(arguments: [
    ("started_at", "\"9999-99-99T99:99:99Z\""), ("started_at", "1e308"), ("started_at", "\"now\""),
    ("log", "\"***\""), ("log", "[1,2]"), ("log", "null"), ("id", "\"x\""),
  ])
  func `a workout with an invalid value is refused`(key: String, value: String) throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let workout = try APICoding.data(SubmittedWorkout.pushUps(30, on: server))
    let text = String(decoding: workout, as: UTF8.self)
    let start = try #require(text.firstRange(of: "\"\(key)\":")).upperBound
    let end = text[start...].firstRange(of: ",\"")?.lowerBound ?? text.index(before: text.endIndex)
    let forged = text.replacingCharacters(start..<end, with: value)
    #expect(try ann.sendText(Array("{\"workouts\":[\(forged)]}".utf8)).status == 400)
    #expect(try ann.sendText(Array("{\"workouts\":[\(text)]}".utf8)).status == 200)
  }
}

extension TestDevice {
  /// Sends `bytes` as the body of a submission.
  fileprivate func sendText(_ bytes: [UInt8]) throws -> Response {
    server.service.respond(
      to: Request(
        .post, "/v1/workouts", header: { $0 == "Authorization" ? "Bearer \(token)" : nil },
        body: Data(bytes)))
  }
}

extension String {
  fileprivate func replacingCharacters(
    _ range: Range<Index>, with text: String
  ) -> String { self[..<range.lowerBound] + text + self[range.upperBound...] }
}
