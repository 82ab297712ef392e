import CCurl
import FoundationEssentials
import HTTPClient
import SystemTestSupport
import Testing

extension DispatchLoop: SocketLoop {}

/// Tests of the client with servers whose responses are set by the test.
@MainActor
@Suite(.enabled(if: HTTPClient.failure == nil, "libcurl4 is not installed"))
struct HTTPClientTests {
  private let client = HTTPClient(on: DispatchLoop())

  private func url(_ server: ScriptedServer, _ path: String = "/") -> String {
    "http://127.0.0.1:\(server.port)\(path)"
  }

  /// Returns a request without the limit of one minute, which a busy machine could exceed.
  private func request(
    _ method: HTTPRequest.Method, _ url: String, headers: [(name: String, value: String)] = [],
    body: Data? = nil
  ) -> HTTPRequest {
    var request = HTTPRequest(method, url, headers: headers, body: body)
    request.timeout = nil
    return request
  }

  @Test func `a request and its response pass through a connection`() async throws {
    let received = Recorded("")
    let server = ScriptedServer { connection in
      let request = connection.readRequest()
      received.update { $0 = request }
      connection.respond(#"{"a":1}"#, headers: "ETag: \"7\"\r\n")
    }
    var request = self.request(
      .post, url(server, "/v1/x?a=b"), headers: [("Authorization", "Bearer t")])
    request.body = Data("hello".utf8)
    let response = try await client.send(request)
    #expect(response.status == 200)
    #expect(response.body == Data(#"{"a":1}"#.utf8))
    #expect(response.headers["etag"] == "\"7\"")
    let text = received.value
    #expect(text.hasPrefix("POST /v1/x?a=b HTTP/1.1\r\n"))
    #expect(text.contains("\r\nAuthorization: Bearer t\r\n"))
    #expect(text.hasSuffix("\r\n\r\nhello"))
    #expect(client.transferCount == 0)
  }

  @Test func `a deletion is sent as DELETE, and an empty body has a length of 0`() async throws {
    let lines = Recorded<[String]>([])
    let server = ScriptedServer { connection in
      for _ in 0..<2 {
        let request = connection.readRequest()
        lines.update { $0.append(request) }
        connection.send("HTTP/1.1 204 No Content\r\n\r\n")
      }
      connection.waitForClose()
    }
    #expect(try await client.send(request(.delete, url(server))).status == 204)
    #expect(try await client.send(request(.post, url(server), body: Data())).status == 204)
    let requests = lines.value
    #expect(requests.first?.hasPrefix("DELETE / HTTP/1.1\r\n") == true)
    #expect(requests.last?.contains("Content-Length: 0\r\n") == true)
    // Both requests used one connection.
    #expect(server.connectionCount == 1)
  }

  @Test func `a redirect is returned as a response and not followed`() async throws {
    let other = ScriptedServer { $0.respond("{}") }
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.respond(
        "", status: "302 Found", headers: "Location: http://127.0.0.1:\(other.port)/\r\n")
    }
    #expect(try await client.send(request(.get, url(server))).status == 302)
    #expect(other.connectionCount == 0)
  }

  @Test func `no cookie is kept`() async throws {
    let requests = Recorded("")
    let server = ScriptedServer { connection in
      for _ in 0..<2 {
        let request = connection.readRequest()
        requests.update { $0 += request }
        connection.respond("{}", headers: "Set-Cookie: a=b\r\n")
      }
    }
    for _ in 0..<2 { _ = try await client.send(request(.get, url(server))) }
    #expect(!requests.value.contains("Cookie"))
  }

  @Test func `a cancelled request ends at once and closes its connection`() async throws {
    let isClosed = Recorded(false)
    let (requests, arrived) = AsyncStream.makeStream(of: Bool.self)
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      arrived.yield(true)
      connection.waitForClose()
      isClosed.update { $0 = true }
      arrived.yield(false)
    }
    let task = Task { try await client.send(request(.get, url(server))) }
    var events = requests.makeAsyncIterator()
    #expect(await events.next() == true)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(client.transferCount == 0)
    #expect(await events.next() == false)
    #expect(isClosed.value)
  }

  @Test func `a request that is cancelled before its start opens no connection`() async throws {
    let server = ScriptedServer { $0.respond("{}") }
    let task = Task { try await client.send(request(.get, url(server))) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [
    "", "HTTP/1.1", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", "hello\r\n\r\n",
  ])
  func `a response that ends early or is not HTTP is an error`(bytes: String) async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send(bytes)
    }
    await #expect(throws: HTTPError.self) { try await client.send(request(.get, url(server))) }
    #expect(client.transferCount == 0)
  }

  @Test func `an endless body is refused at the limit`() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send([UInt8](repeating: 97, count: 1 << 14)) {}
    }
    var request = self.request(.get, url(server))
    request.maxResponseSize = 100_000
    let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
    #expect(error?.reason == .tooLarge)
  }

  @Test func `an endless header is refused at the limit`() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n")
      while connection.send("X: \(String(repeating: "a", count: 1000))\r\n") {}
    }
    let error = await #expect(throws: HTTPError.self) {
      try await client.send(request(.get, url(server)))
    }
    #expect(error?.reason == .tooLarge)
  }

  @Test func `a port without a server is a connection failure`() async throws {
    let port = RefusingPort()
    let error = await #expect(throws: HTTPError.self) {
      try await client.send(request(.get, "http://127.0.0.1:\(port.number)/"))
    }
    #expect(error?.reason == .connectionFailed)
  }

  @Test func `a request to a server that stops sending times out`() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
      connection.waitForClose()
    }
    var request = self.request(.get, url(server))
    request.timeout = .milliseconds(1)
    let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
    #expect(error?.reason == .timedOut)
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "http://a:b@127.0.0.1/", "http://127.0.0.1:99999/",
    "", "http://exa mple/", "http://127.0.0.1/\r\nX: y",
  ])
  func `a URL with a scheme other than HTTP or with a password is refused`(url: String) async {
    let error = await #expect(throws: HTTPError.self) {
      try await client.send(request(.get, url))
    }
    #expect(error?.reason == .invalid)
  }

  @Test func `a header with a line break is refused`() async {
    let server = ScriptedServer { $0.respond("{}") }
    await #expect(throws: HTTPError.self) {
      try await client.send(request(.get, url(server), headers: [("A", "b\r\nC: d")]))
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `lines arrive before the response ends`() async throws {
    let (steps, next) = AsyncStream.makeStream(of: Void.self)
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n\r\nevent: board\nda")
      // Sends the rest after the first line has arrived.
      let isReady = DispatchGate()
      Task {
        for await _ in steps { break }
        isReady.open()
      }
      isReady.wait()
      connection.send("ta: 1\r\n\r\nlast")
    }
    var lines: [String] = []
    let response = try await client.readLines(of: request(.get, url(server))) { line in
      lines.append(line)
      next.yield()
      return true
    }
    #expect(response.status == 200)
    #expect(lines == ["event: board", "data: 1", ""])
  }

  @Test func `an endless line is refused at the limit`() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send([UInt8](repeating: 97, count: 1 << 14)) {}
    }
    var request = self.request(.get, url(server))
    request.maxResponseSize = 100_000
    let error = await #expect(throws: HTTPError.self) {
      _ = try await client.readLines(of: request) { _ in true }
    }
    #expect(error?.reason == .tooLarge)
  }

  @Test func `a reader that returns false ends the response`() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send("line\n") {}
    }
    var count = 0
    let error = await #expect(throws: HTTPError.self) {
      _ = try await client.readLines(of: request(.get, url(server))) { _ in
        count += 1
        return count < 3
      }
    }
    #expect(error?.reason == .tooLarge && count == 3)
    #expect(client.transferCount == 0)
  }

  @Test func `names are resolved on threads`() {
    #expect(ccurl_resolves_on_threads())
  }
}
