import Dispatch
import FoundationEssentials
import ServerAPI
import Synchronization
import Testing

@testable import Server

/// Tests of the log.
struct ServerLogTests {
  private let output = LogOutput()

  private func makeLog() throws -> ServerLog {
    try ServerLog(
      now: { Date(millisecondsSince1970: 1_772_348_400_000) },
      write: { [output] in output.write($0) })
  }

  @Test func `each request is a line with its route, without names, tokens and paths`() throws {
    let log = try makeLog()
    let clock = VirtualClock()
    let server = try TestServer(clock: clock, log: { log.add($0) })
    log.addStart()
    let invite = try server.invite("Ann").text
    let joined = try server.send(
      .post, "/v1/join", JoinRequest(invite: invite, device: "laptop"))
    let ann = TestDevice(
      server: server, token: try APICoding.value(JoinResponse.self, from: joined.body).token)
    _ = try ann.send(.get, "/v1/workouts/secret-name")
    _ = try ann.send(.get, "/elsewhere/secret-name", headers: ["Authorization": "Bearer x"])
    var request = Request(.other, "/v1/secret-name")
    request.isTooLarge = true
    request.sender = { NetworkPrefix("192.0.2.77") }
    _ = server.service.respond(to: request)
    log.add(StorageError("the disk is full"))
    log.finish(timeout: .seconds(3600))
    let time = "2026-03-01T07:00:00.000Z"
    #expect(
      output.text == """
        {"time":"\(time)","event":"start"}
        {"time":"\(time)","event":"request","method":"POST","route":"/v1/join","status":201,"duration_us":0,"request_bytes":74,"response_bytes":\(joined.body.count),"member":1,"device":1,"invited_by":"operator"}
        {"time":"\(time)","event":"request","method":"GET","route":"/v1/workouts/{workout}","status":404,"duration_us":0,"request_bytes":0,"response_bytes":50}
        {"time":"\(time)","event":"request","method":"GET","route":null,"status":404,"duration_us":0,"request_bytes":0,"response_bytes":33}
        {"time":"\(time)","event":"request","method":"other","route":null,"status":413,"duration_us":0,"request_bytes":0,"response_bytes":62}
        {"time":"\(time)","event":"storage_error","message":"the disk is full"}
        {"time":"\(time)","event":"stop"}

        """)
    for secret in ["secret", "Ann", "laptop", invite, ann.token, "192"] {
      #expect(!output.text.contains(secret))
    }
  }

  @Test func `a stalled reader does not block the server, and is told how many lines it missed`()
    throws
  {
    output.isBlocked = true
    let log = try makeLog()
    log.addStart()
    output.waitUntilWriting()
    for _ in 0..<ServerLog.maxLines + 1000 { log.add(StorageError("x")) }
    log.finish(timeout: .zero)
    output.isBlocked = false
    log.waitForEnd()
    let lines = output.text.split(separator: "\n")
    #expect(lines.count == 1 + ServerLog.maxLines + 1)
    #expect(lines.last == #"{"time":"2026-03-01T07:00:00.000Z","event":"dropped","lines":1001}"#)
  }

  @Test func `a line names the device that created the link for another device`() throws {
    let log = try makeLog()
    let server = try TestServer(log: { log.add($0) })
    try server.storage.withSession { try $0.setURL("https://club.example") }
    _ = try server.join("Ben")
    let ann = try server.join("Ann")
    let response = try ann.send(.post, "/v1/account/devices")
    let link = try APICoding.value(InvitationResponse.self, from: response.body).link
    _ = try server.join(with: String(try #require(link.split(separator: "#").last)))
    _ = try server.join("Ann")
    log.finish(timeout: .seconds(3600))
    let ends = output.text.split(separator: "\n").compactMap { line in
      line.split(separator: #","member":"#).dropFirst().first
    }
    #expect(
      ends == [
        #"1,"device":1,"invited_by":"operator"}"#, #"2,"device":2,"invited_by":"operator"}"#,
        #"2,"device":3,"invited_by":2}"#, #"2,"device":4,"invited_by":"operator"}"#,
      ])
  }

  @Test func `texts cannot end a line`() throws {
    let log = try makeLog()
    log.add(StorageError("a\n{\"event\":\"request\"}\u{1B}[31m\u{2028}"))
    log.finish(timeout: .seconds(3600))
    #expect(output.text.split(separator: "\n").count == 2)
    #expect(!output.text.contains("\u{1B}"))
  }
}

/// The output of a log. While it is blocked, each write waits.
private final class LogOutput: Sendable {
  private let content = Mutex("")
  private let isWriting = DispatchSemaphore(value: 0)
  private let blocked = Mutex(false)
  private let unblocked = DispatchSemaphore(value: 0)

  var text: String { content.withLock { $0 } }

  var isBlocked: Bool {
    get { blocked.withLock { $0 } }
    set {
      blocked.withLock { $0 = newValue }
      if !newValue { unblocked.signal() }
    }
  }

  func waitUntilWriting() { isWriting.wait() }

  func write(_ lines: [UInt8]) {
    isWriting.signal()
    if isBlocked { unblocked.wait() }
    content.withLock { $0 += String(decoding: lines, as: UTF8.self) }
  }
}
