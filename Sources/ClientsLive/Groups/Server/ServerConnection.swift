import FoundationEssentials
import HTTPClient
import Models
import SQLite
import ServerAPI

/// The calls of a server's API, for one account or for a new one.
///
/// The server is not trusted: sizes, times and types of responses are checked, and its texts are escaped. Values are
/// encoded and decoded on a thread of their own, so that a large response holds neither a key nor a tick.
public actor ServerConnection {
  /// Without a thread, values are coded between two keys. All callers are on the main thread then.
  private static let executor: any SerialExecutor =
    (try? ThreadExecutor()) ?? ImmediateExecutor()
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.executor.asUnownedSerialExecutor()
  }

  nonisolated let server: ServerAddress
  private let token: String?
  let transport: Transport

  /// Creates a connection. Nothing is sent before the first call.
  ///
  /// - Parameter token: The device's secret; `nil` to join.
  public init(_ server: ServerAddress, token: String?, _ transport: Transport) {
    self.server = server
    self.token = token
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
    return try value(type, in: response)
  }

  /// Sends a request whose response has no value.
  ///
  /// - Throws: As ``call(_:_:query:body:as:)``.
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

  /// Sends a request, and returns its response if that is a success.
  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try checked(try await transport.send(request))
    } catch let error as HTTPError {
      throw ServerError(error, host: server.host)
    }
  }

  /// Returns a response that is a success.
  ///
  /// - Throws: ``ServerError`` for another one.
  func checked(_ response: HTTPResponse) throws -> HTTPResponse {
    switch response.status {
    case 200..<300, 304: return response
    case 401 where token != nil: throw ServerError.unauthorized(host: server.host)
    case 300..<400: throw invalid("it redirects to another address")
    case 400..<600: break
    default: throw invalid("status \(response.status)")
    }
    // The text is the server's, or that of a proxy before it.
    guard let failure = try? APICoding.value(ErrorResponse.self, from: response.body) else {
      guard response.status >= 500 || response.status == 429 else {
        throw invalid("status \(response.status) without a reason")
      }
      throw ServerError.refused(
        .init(
          status: response.status, sentence: "it cannot answer now; try again later",
          retryAfter: response.retryAfter))
    }
    throw ServerError.refused(
      .init(
        status: response.status, sentence: failure.error.escapedText(maxLength: 200),
        code: failure.code.flatMap(APIError.Code.init(rawValue:)), retryAfter: response.retryAfter))
  }

  /// Returns the value in a response.
  func value<Value: Decodable>(_ type: Value.Type, in response: HTTPResponse) throws -> Value {
    let contentType = response.headers["content-type"] ?? ""
    guard contentType.lowercased().hasPrefix("application/json") else {
      throw invalid("the response is not JSON")
    }
    guard let value = try? APICoding.value(type, from: response.body) else {
      throw invalid("the response has another form")
    }
    return value
  }

  nonisolated func invalid(_ reason: String) -> ServerError {
    .invalidResponse(host: server.host, reason)
  }
}

/// An error as a server sends it. A newer one may have codes that this version does not know.
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

extension String {
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
