import FoundationEssentials
import HTTPClient
import Models
import ServerAPI
import SQLite

/// The calls of a server's API, for one account or for joining a group.
///
/// The server is not trusted: sizes, times and types of responses are checked, and its texts are escaped. Values are
/// encoded and decoded on a separate thread, so that a large response delays neither input nor ticks.
public actor ServerConnection {
  /// If the thread cannot be created, values are encoded and decoded on the main thread, the thread of all callers.
  private static let executor: any SerialExecutor =
    (try? ThreadExecutor()) ?? ImmediateExecutor()
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.executor.asUnownedSerialExecutor()
  }

  nonisolated let server: ServerAddress
  private let token: String?
  /// The token, and the secret of a link that is being used. No screen may show them.
  private var secrets: [String]
  let transport: Transport

  /// Creates a connection. Nothing is sent before the first call.
  ///
  /// - Parameter token: The device's secret; `nil` to join.
  public init(_ server: ServerAddress, token: String?, _ transport: Transport) {
    self.server = server
    self.token = token
    secrets = [token].compactMap(\.self)
    self.transport = transport
  }

  /// Creates a connection for an account.
  public init(_ account: StoredAccount, _ transport: Transport) {
    self.init(account.server, token: account.token, transport)
  }

  /// Sends a request and returns the value in the response.
  ///
  /// - Throws: ``ServerError``, and `CancellationError`.
  func call<Value: Decodable>(
    _ method: HTTPRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
    body: (any Encodable)? = nil, as type: Value.Type = Value.self
  ) async throws -> Value {
    let response = try await respond(
      to: request(method, path, query: query, body: body))
    try refuseSecrets(in: response)
    return try value(type, in: response)
  }

  /// Sends a request whose response has no value.
  ///
  /// - Throws: The errors of ``call(_:_:query:body:as:)``.
  func call(_ method: HTTPRequest.Method, _ path: String, body: (any Encodable)? = nil) async throws
  {
    _ = try await respond(to: request(method, path, body: body))
  }

  /// Returns a request with the device's token.
  func request(
    _ method: HTTPRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
    body: (any Encodable)? = nil, accept: String = "application/json"
  ) throws -> HTTPRequest {
    transport.prepare()
    let parameters = query.map { "\($0.name)=\($0.value.percentEncoded)" }
    let url = "\(server.text)/v1/\(path)\(parameters.isEmpty ? "" : "?")"
    var request = HTTPRequest(method, url + parameters.joined(separator: "&"))
    request.isDirect = server.isLoopback
    request.headers = [("Accept", accept), ("User-Agent", "ladder")]
    if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
    if let body {
      request.headers.append(("Content-Type", "application/json"))
      request.body = try APICoding.data(body)
    }
    return request
  }

  /// Sends a request, and returns its response if its status is a success.
  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try checked(try await transport.send(request))
    } catch let error as HTTPError {
      throw ServerError(error, host: server.host)
    }
  }

  /// Returns a response whose status is a success.
  ///
  /// - Throws: ``ServerError`` for any other status.
  func checked(_ response: HTTPResponse) throws -> HTTPResponse {
    switch response.status {
    case 200..<300, 304: return response
    case 401 where token != nil: throw ServerError.unauthorized(host: server.host)
    case 300..<400: throw invalid("it redirects to another address")
    case 400..<600: break
    default: throw invalid("status \(response.status)")
    }
    // The text is from the server, or from a proxy in front of it.
    guard let failure = try? APICoding.value(ErrorResponse.self, from: response.body) else {
      guard response.status >= 500 || response.status == 429 else {
        throw invalid("status \(response.status) without a reason")
      }
      throw ServerError.refused(
        .init(
          status: response.status, sentence: "it cannot respond now; try again later",
          retryAfter: response.retryAfter))
    }
    let isShown = !secrets.contains { failure.error.reveals($0) }
    throw ServerError.refused(
      .init(
        status: response.status,
        sentence: isShown
          ? failure.error.escapedText(maxLength: 200)
          : "(hidden: the text contains a secret of this machine); tell the server's operator",
        code: failure.code.flatMap(APIError.Code.init(rawValue:)), retryAfter: response.retryAfter))
  }

  /// Returns the value in a response.
  func value<Value: Decodable>(_ type: Value.Type, in response: HTTPResponse) throws -> Value {
    let contentType = response.headers["content-type"] ?? ""
    guard contentType.lowercased().hasPrefix("application/json") else {
      throw invalid("the response is not JSON")
    }
    guard let value = try? APICoding.value(type, from: response.body) else {
      throw invalid("the response has an unexpected format")
    }
    return value
  }

  /// Throws if the response contains a secret in a text that a screen would show.
  func refuseSecrets(in response: HTTPResponse) throws(ServerError) {
    guard
      !secrets.isEmpty,
      let value = try? JSONDecoder().decode(JSONValue.self, from: response.body),
      value.shownTexts.contains(where: { text in secrets.contains { text.reveals($0) } })
    else { return }
    throw .misbehaving(host: server.host, "it sends a secret of this machine back")
  }

  nonisolated func invalid(_ reason: String) -> ServerError {
    .invalidResponse(host: server.host, reason)
  }
}

/// An error as a server sends it. A newer server may send codes that this version does not know.
private struct ErrorResponse: Decodable {
  var error: String
  var code: String?
}

extension HTTPResponse {
  /// The time of the header `Retry-After`, at most an hour.
  fileprivate var retryAfter: Duration? {
    headers["retry-after"].flatMap { UInt32($0) }.map { .seconds(min(Int($0), 3600)) }
  }
}

extension JSONValue {
  /// The texts that a screen may show: all except the token in the response to a request to join.
  fileprivate var shownTexts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.shownTexts)
    case .object(let members): members.flatMap { $0 == "token" ? [] : $1.shownTexts }
    case .null, .bool, .integer, .number: []
    }
  }
}

extension String {
  /// Whether the text has several consecutive characters of a secret, even in another case or separated by punctuation.
  fileprivate func reveals(_ secret: String) -> Bool {
    let text = letters
    let secret = secret.letters
    return (0...max(0, secret.count - Self.maxRevealedCount)).contains { start in
      let part = secret.dropFirst(start).prefix(Self.maxRevealedCount)
      return part.count == Self.maxRevealedCount && text.firstRange(of: part) != nil
    }
  }

  /// The number of consecutive characters that an honest text never has in common with a secret.
  private static let maxRevealedCount = 12

  /// The letters and digits of the first 16 KB, in lowercase. Later text is never shown.
  private var letters: [UInt8] {
    utf8.prefix(16 << 10).lazy.map { $0 | 0x20 }.filter { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }

  /// The text as a value in a query.
  fileprivate var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}

// MARK: - Accounts

extension ServerConnection {
  /// Joins a group with the secret of an invitation. The same request with the same token can be repeated.
  ///
  /// - Parameters:
  ///   - device: The name of this device in the person's list of devices.
  ///   - token: The token for this device.
  /// - Throws: ``ServerError``.
  public func join(
    _ secret: String, device: String, token: String
  ) async throws -> JoinResponse {
    secrets = [secret, token]
    let response: JoinResponse = try await call(
      .post, "join", body: JoinRequest(invite: secret, device: device, token: token))
    guard response.token == token else {
      throw ServerError.misbehaving(host: server.host, "it chose another token for this machine")
    }
    return response
  }

  /// Returns the account with its devices.
  ///
  /// - Throws: ``ServerError``.
  public func account() async throws -> Account { try await call(.get, "account") }

  /// Removes the member from the group, with all devices, workouts and scores.
  ///
  /// - Throws: ``ServerError``.
  public func removeAccount() async throws { try await call(.delete, "account") }

  /// Removes a device of the member.
  ///
  /// - Throws: ``ServerError``.
  public func removeDevice(_ id: Account.Device.ID) async throws {
    try await call(.delete, "account/devices/\(id)")
  }

  /// Returns a link with which another device of the member joins.
  ///
  /// - Throws: ``ServerError``.
  public func inviteDevice() async throws -> InvitationResponse {
    try checked(try await call(.post, "account/devices"))
  }

  /// Returns an invitation if its link is valid and has no key: only the person who shares it may add one.
  func checked(_ invitation: InvitationResponse) throws(ServerError) -> InvitationResponse {
    guard let link = JoinLink(invitation.link), link.journalKey == nil else {
      throw .misbehaving(host: server.host, "its link is not a link to a group")
    }
    return invitation
  }

  /// Gives a device of the member another name.
  ///
  /// - Throws: ``ServerError``.
  public func renameDevice(_ id: Account.Device.ID, to name: PersonName) async throws {
    try await call(.post, "account/devices/\(id)", body: DeviceChange(name: name.text))
  }
}

// MARK: - The journal

extension ServerConnection: JournalServer {
  public func journalPage(after end: String?) async throws -> JournalPage {
    try await convertingRefusals {
      // The response is not checked for secrets, because no part of it is shown.
      let request = try await request(.get, "journal", query: end.map { [("after", $0)] } ?? [])
      return try await value(JournalPage.self, in: respond(to: request))
    }
  }

  public func upload(_ upload: JournalUpload) async throws -> JournalUploadResult {
    try await convertingRefusals { try await call(.post, "journal", body: upload) }
  }

  public func changeKey(_ change: JournalKeyChange) async throws {
    try await convertingRefusals { try await call(.post, "journal/key", body: change) }
  }

  /// Calls `body`, and throws a ``SynchronizationError`` for the refusals that a synchronization can resolve.
  private func convertingRefusals<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch ServerError.refused(let refusal) where refusal.code == .otherKey {
      throw SynchronizationError.otherKey
    } catch ServerError.refused(let refusal) where refusal.code == .unknownCursor {
      throw SynchronizationError.unknownCursor
    }
  }
}

// MARK: - Transport

/// The functions with which a ``ServerConnection`` sends requests: those of an `HTTPClient`, or of a test.
public struct Transport: Sendable {
  /// Loads the library that the functions need. Takes some milliseconds, so a connection calls it on its own thread.
  var prepare: @Sendable () -> Void
  var send: @Sendable (HTTPRequest) async throws -> HTTPResponse
  var readLines:
    @Sendable (HTTPRequest, @escaping @MainActor (String) -> Bool) async throws -> HTTPResponse

  /// Creates the functions of a client.
  public init(_ client: HTTPClient) {
    prepare = { _ = HTTPClient.failure }
    send = { try await client.send($0) }
    readLines = { try await client.readLines(of: $0, $1) }
  }

  init(
    send: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
    readLines:
      @escaping @Sendable (HTTPRequest, @escaping @MainActor (String) -> Bool) async throws ->
      HTTPResponse = { _, _ in throw HTTPError(.connectionFailed, "") }
  ) {
    prepare = {}
    self.send = send
    self.readLines = readLines
  }
}
