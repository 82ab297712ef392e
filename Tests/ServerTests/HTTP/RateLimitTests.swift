import FoundationEssentials
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of rate limits, in virtual time.
struct RateLimitTests {
  private let server: TestServer
  private let clock = VirtualClock()

  init() throws {
    server = try TestServer(limits: RateLimits(), clock: clock)
  }

  private func send(
    _ method: Request.Method, _ path: String, from sender: String = "192.0.2.1",
    token: String? = nil,
    body: Data = Data()
  ) -> Response {
    var request = Request(
      method, path, header: { $0 == "Authorization" ? token.map { "Bearer \($0)" } : nil },
      body: body)
    request.sender = { NetworkPrefix(sender) }
    return server.service.respond(to: request)
  }

  /// Sends requests until one is refused, and returns the number of accepted requests.
  private func countUntilRefused(_ send: () -> Response) -> Int {
    (0..<10_000).first { _ in send().status == 429 } ?? .max
  }

  @Test func `a device that sends too much is told when to retry`() throws {
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    #expect(countUntilRefused { send(.get, "/v1/account", token: ann.token) } == 400)
    let refused = send(.get, "/v1/account", token: ann.token)
    #expect(refused.header("Retry-After") == "1")
    #expect(refused.text == #"{"error":"too many requests from your devices; try again in 1 s"}"#)
    #expect(send(.get, "/v1/account", token: ben.token).status == 200)
    clock.now += .milliseconds(50)
    #expect(countUntilRefused { send(.get, "/v1/account", token: ann.token) } == 1)
  }

  @Test func `the devices of a member share a limit`() throws {
    let laptop = try server.join("Ann")
    let phone = try server.join("Ann", device: "phone")
    #expect(countUntilRefused { send(.get, "/v1/account", token: laptop.token) } == 400)
    #expect(send(.get, "/v1/account", token: phone.token).status == 429)
  }

  @Test func `a device is not limited by other requests from its address`() throws {
    let ann = try server.join("Ann")
    #expect(countUntilRefused { send(.get, "/v1/health") } == 200)
    #expect(send(.get, "/v1/account", token: ann.token).status == 200)
    #expect(send(.get, "/v1/health", from: "192.0.2.2").status == 200)
    clock.now += .milliseconds(100)
    #expect(countUntilRefused { send(.get, "/v1/health") } == 1)
  }

  @Test(arguments: [
    ("/v1/account", nil), ("/v1/account", "short"), ("/v1/account", Secret().text),
    ("/elsewhere", nil), ("/elsewhere", Secret().text), ("/v1/health", Secret().text),
  ])
  func `requests without a valid token are limited by address`(path: String, token: String?) {
    #expect(countUntilRefused { send(.get, path, token: token) } == 200)
  }

  @Test func `invalid links are limited by address`() throws {
    let wrong = try APICoding.data(JoinRequest(invite: Secret().text, device: "laptop"))
    let right = try APICoding.data(
      JoinRequest(invite: try server.invite("Ann").text, device: "laptop"))
    #expect(countUntilRefused { send(.post, "/v1/join", body: wrong) } == 10)
    let refused = send(.post, "/v1/join", body: right)
    #expect(refused.status == 429)
    #expect(refused.header("Retry-After") == "60")
    #expect(send(.get, "/v1/health").status == 200)
    clock.now += .seconds(60)
    #expect(send(.post, "/v1/join", body: right).status == 201)
    #expect(send(.post, "/v1/join", body: right).status == 410)
    #expect(send(.post, "/v1/join", body: right).status == 429)
  }

  @Test(arguments: [true, false])
  func `behind a proxy, the address comes from the proxy and not from the sender`(
    isBehindProxy: Bool
  ) throws {
    var options = HTTPServer.Options.anyPort
    options.isBehindProxy = isBehindProxy
    let http = try HTTPServer(server.service, options)
    let body = #"{"device":"x","invite":"x"}"#
    func join(from sender: String, forged: Int) -> String {
      let response = exchange(
        """
        POST /v1/join HTTP/1.1\r
        Host: x\r
        Connection: close\r
        X-Forwarded-For: 10.0.0.\(forged)\r
        X-Forwarded-For: 10.0.1.\(forged), \(sender)\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """, port: http.port)
      return String(response.dropFirst("HTTP/1.1 ".count).prefix(3))
    }
    for number in 0..<10 { #expect(join(from: "192.0.2.1", forged: number) == "404") }
    #expect(join(from: "192.0.2.1", forged: 10) == "429")
    #expect(join(from: "192.0.2.2", forged: 10) == (isBehindProxy ? "404" : "429"))
  }

  @Test func `valid links have a higher limit`() throws {
    for number in 0..<40 {
      let body = try APICoding.data(
        JoinRequest(invite: try server.invite("Ann \(number)").text, device: "laptop"))
      #expect(send(.post, "/v1/join", body: body).status == 201)
    }
  }
}

/// Tests of token buckets, in virtual time.
struct RateLimiterTests {
  private let start = ContinuousClock.now

  @Test func `a full bucket allows its capacity at once, and then one request per interval`() {
    let limiter = RateLimiter<Int>(capacity: 3, interval: .seconds(2), maxKeys: 10)
    for _ in 0..<3 { #expect(limiter.take(1, at: start) == nil) }
    #expect(limiter.take(1, at: start) == .seconds(2))
    #expect(limiter.take(1, at: start + .milliseconds(1999)) == .milliseconds(1))
    #expect(limiter.take(1, at: start + .seconds(2)) == nil)
    #expect(limiter.take(1, at: start + .seconds(2)) == .seconds(2))
    #expect(limiter.take(2, at: start + .seconds(2)) == nil)
  }

  @Test func `refused requests do not delay the refilling of a bucket`() {
    let limiter = RateLimiter<Int>(capacity: 3, interval: .seconds(2), maxKeys: 10)
    for _ in 0..<100 { _ = limiter.take(1, at: start) }
    for _ in 0..<3 { #expect(limiter.take(1, at: start + .seconds(6)) == nil) }
    #expect(limiter.take(1, at: start + .seconds(6)) == .seconds(2))
  }

  @Test func `asking how long to wait takes no token`() {
    let limiter = RateLimiter<Int>(capacity: 1, interval: .seconds(2), maxKeys: 10)
    for _ in 0..<5 { #expect(limiter.wait(1, at: start) == nil) }
    #expect(limiter.take(1, at: start) == nil)
    #expect(limiter.wait(1, at: start) == .seconds(2))
  }

  @Test func `memory is bounded, and further keys share a bucket`() {
    let limiter = RateLimiter<Int>(capacity: 2, interval: .seconds(1), maxKeys: 100)
    for key in 0..<100 { #expect(limiter.take(key, at: start) == nil) }
    #expect(limiter.take(100, at: start) == nil)
    #expect(limiter.take(101, at: start) == nil)
    #expect(limiter.take(102, at: start) == .seconds(1))
    #expect(limiter.take(7, at: start) == nil, "a known key keeps its bucket")
    for key in 200..<10_000 { _ = limiter.take(key, at: start + .milliseconds(key)) }
    #expect(limiter.bucketCount <= 200)
    #expect(limiter.take(102, at: start + .seconds(20)) == nil)
    #expect(limiter.bucketCount <= 101)
  }

  @Test func `a bucket survives the end of its generation`() {
    let limiter = RateLimiter<Int>(capacity: 4, interval: .seconds(1), maxKeys: 100)
    #expect(limiter.take(0, at: start) == nil)
    for _ in 0..<4 { #expect(limiter.take(1, at: start + .milliseconds(3999)) == nil) }
    #expect(limiter.take(0, at: start + .seconds(4)) == nil)
    #expect(limiter.take(1, at: start + .seconds(4)) == .milliseconds(999))
  }
}

/// Tests of the address prefixes that rate limits use.
struct NetworkPrefixTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
    ("2001:db8::1", "2001:db8::ffff:1", true), ("2001:db8::1", "2001:db8:0:1::1", false),
    ("192.0.2.1", "::ffff:192.0.2.1", true), ("::1", "0.0.0.0", false),
  ])
  func `a household has a single prefix`(first: String, second: String, isSame: Bool) throws {
    let (first, second) = (try #require(NetworkPrefix(first)), try #require(NetworkPrefix(second)))
    #expect((first == second) == isSame)
  }

  @Test(arguments: ["", "club", "192.0.2", "192.0.2.1:80", "[::1]"])
  func `text that is not an address has no prefix`(text: String) {
    #expect(NetworkPrefix(text) == nil)
  }

  @Test(arguments: [
    ("192.0.2.1:567", "192.0.2.1"), ("10.0.0.1, 192.0.2.1:567 ", "192.0.2.1"),
    ("[2001:db8::1]:567", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
    ("10.0.0.1,\t2001:db8::1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("[::ffff:192.0.2.1]:80", "192.0.2.1"),
  ])
  func `a proxy may add the port`(header: String, address: String) throws {
    let prefix = NetworkPrefix(forwardedFor: header)
    #expect(prefix != nil)
    #expect(prefix == NetworkPrefix(address))
  }

  @Test(arguments: [
    "192.0.2.1:", "192.0.2.1:x", "192.0.2.1:70000", "[2001:db8::1]567", "[2001:db8::1", "[]", ":1",
    "192.0.2.1 5", "unix:", "_hidden", "",
  ])
  func `a proxy's header without a valid address has no prefix`(header: String) {
    #expect(NetworkPrefix(forwardedFor: header) == nil)
  }

  @Test func `the last address of the header is the one that the proxy added`() {
    #expect(NetworkPrefix(forwardedFor: "10.0.0.1, 192.0.2.1") == NetworkPrefix("192.0.2.1"))
    #expect(NetworkPrefix(forwardedFor: "192.0.2.1") == NetworkPrefix("192.0.2.1"))
    #expect(NetworkPrefix(forwardedFor: "10.0.0.1,") == nil)
    #expect(NetworkPrefix(forwardedFor: "10.0.0.1, unknown") == nil)
  }
}
