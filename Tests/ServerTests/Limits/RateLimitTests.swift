import FoundationEssentials
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of limits for the rate of requests, in virtual time.
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
    request.sender = NetworkPrefix(sender)
    return server.service.respond(to: request)
  }

  /// Sends requests until one is refused, and returns their number without that one.
  private func countUntilRefused(_ send: () -> Response) -> Int {
    (0..<10_000).first { _ in send().status == 429 } ?? .max
  }

  @Test func `a device that sends too much is told when to go on`() throws {
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    #expect(countUntilRefused { send(.get, "/v1/account", token: ann.token) } == 400)
    let refused = send(.get, "/v1/account", token: ann.token)
    #expect(refused.header("Retry-After") == "1")
    #expect(refused.text == #"{"error":"too many requests; try again in 1 s"}"#)
    #expect(send(.get, "/v1/account", token: ben.token).status == 200)
    clock.now += .milliseconds(50)
    #expect(countUntilRefused { send(.get, "/v1/account", token: ann.token) } == 1)
  }

  @Test func `a device is not limited by what others send from its address`() throws {
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

  @Test func `links that do not work are limited by address`() throws {
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
  func `behind a proxy, the address is what the proxy says, and not what the sender says`(
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

  @Test func `links that work are not limited so strictly`() throws {
    for number in 0..<40 {
      let body = try APICoding.data(
        JoinRequest(invite: try server.invite("Ann \(number)").text, device: "laptop"))
      #expect(send(.post, "/v1/join", body: body).status == 201)
    }
  }
}
