import FoundationEssentials
import Glibc
import ServerAPI

/// A complete request, or only its head.
public struct Request {
  public var method: Method
  /// The components of the path, with percent-encoding.
  var path: [String]
  /// Returns the value of a parameter of the query, with percent-encoding.
  private let encodedQuery: (String) -> String?
  /// Returns the value of a header.
  public var header: (String) -> String?
  public var body: Data
  /// Whether the headers do not specify the end of the body, or specify it ambiguously.
  var isAmbiguous = false
  /// Whether another program could read the head differently.
  var isMalformed = false
  /// The size of the body in bytes; `nil` if the head does not contain it.
  var bodySize: Int? = 0
  /// Whether the request has been counted for the rate limits.
  var isCounted = false
  /// Returns whether the sender may read the metrics.
  var mayReadMetrics: () -> Bool = { true }
  /// Whether the body exceeds the limit and was discarded.
  var isTooLarge = false
  /// Returns the address of the sender; `nil` if it is unknown, as in tests without a network.
  var sender: () -> NetworkPrefix? = { nil }
  /// The token of the header `Authorization: Bearer …`, if the header can contain one.
  let token: Secret?

  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case delete = "DELETE"
    /// A method that no route supports.
    case other = "other"
  }

  public init(
    _ method: Method, _ path: String, query: @escaping (String) -> String? = { _ in nil },
    header: @escaping (String) -> String? = { _ in nil }, body: Data = Data()
  ) {
    self.method = method
    self.path = Self.components(of: path)
    encodedQuery = query
    self.header = header
    self.body = body
    token = header("Authorization").flatMap(Self.token)
  }

  /// Returns the components of a path. `//v1/health` and `/v1/health/` differ from `/v1/health`, because a proxy may
  /// treat them as other paths.
  private static func components(of path: String) -> [String] {
    var path = path
    return path.withUTF8 { path in
      guard path.first == UInt8(ascii: "/") else { return [] }
      var components: [String] = []
      components.reserveCapacity(8)
      var start = 1
      for end in 1...path.count where end == path.count || path[end] == UInt8(ascii: "/") {
        components.append(String(decoding: path[start..<end], as: UTF8.self))
        start = end + 1
      }
      return components
    }
  }

  private static func token(in authorization: String) -> Secret? {
    let scheme = "bearer "
    guard authorization.withCString({ strncasecmp($0, scheme, scheme.utf8.count) }) == 0 else {
      return nil
    }
    return Secret(String(Substring(authorization.utf8.dropFirst(scheme.utf8.count))))
  }

  /// Returns the value of a parameter of the query.
  func query(_ name: String) -> String? { encodedQuery(name)?.withoutPercentEncoding }

  /// Decodes the body.
  ///
  /// - Throws: ``RequestError`` if the body is not valid.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try APICoding.value(type, from: body)
    } catch let error as DecodingError {
      throw RequestError(400, "the body is not valid: \(error.sentence)")
    }
  }
}

/// An error that the sender of a request can resolve.
struct RequestError: Error {
  var status: Int
  /// The cause and the remedy.
  var sentence: String
  /// A code for programs.
  var code: APIError.Code?
  var headers: [(name: String, value: String)]

  init(
    _ status: Int, _ sentence: String, code: APIError.Code? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.sentence = sentence
    self.code = code
    self.headers = headers
  }

  /// Creates an error for a body that exceeds a number of bytes.
  init(tooLargeFor maxSize: Int) {
    let size = maxSize < 1 << 20 ? "\(maxSize >> 10) KB" : "\(maxSize >> 20) MB"
    self.init(413, "the body is too large; send at most \(size) at a time")
  }

  static let busy = RequestError(
    503, "the server is busy; try again in 1 s", headers: [("Retry-After", "1")])

  static let unreachable = RequestError(
    503, "the server cannot reach its data; try again later", headers: [("Retry-After", "5")])
}

extension DecodingError {
  /// The position and the cause, without values.
  fileprivate var sentence: String {
    let (context, cause): (Context, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
      case .typeMismatch(_, let context): (context, "it has the wrong type")
      case .valueNotFound(_, let context): (context, "it must not be null")
      case .dataCorrupted(let context):
        (context, context.codingPath.isEmpty ? "it is not JSON" : context.debugDescription)
      @unknown default: (Context(codingPath: [], debugDescription: ""), "it is not JSON")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
      .joined()
    return path.isEmpty ? cause : "\(cause), at \(path)"
  }
}

// MARK: - Percent-encoding

extension StringProtocol {
  /// The text without percent-encoding; `nil` if the result is not UTF-8.
  var withoutPercentEncoding: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard
        let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

// MARK: - Responses

/// A response to a ``Request``.
public struct Response: Sendable {
  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: Data
  /// The events that are sent as they happen, instead of a body.
  var events: EventStream?
  /// Calls a function with the response that is sent instead of this one, once it is known, on any thread.
  var later: (@Sendable (@escaping @Sendable (Response) -> Void) -> Void)?
  /// The memory reserved for the body until it is sent.
  var reservation: ByteBudget.Reservation?
  /// The device that joined with the request, for the log.
  var joined: JoinedDevice?

  init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with a value encoded as JSON.
  init(_ value: some Encodable, status: Int = 200, headers: [(name: String, value: String)] = [])
    throws
  {
    self.init(json: try APICoding.data(value), status: status, headers: headers)
  }

  /// Creates a response with JSON.
  init(json: Data, status: Int = 200, headers: [(name: String, value: String)] = []) {
    self.init(status: status, headers: headers, body: json)
    self.headers.append((name: "Content-Type", value: "application/json"))
  }

  /// Creates the response for an error of a request.
  static func failure(_ error: RequestError) -> Response {
    let body = APIError(error: error.sentence, code: error.code).json
    return Response(json: Data(body.utf8), status: error.status, headers: error.headers)
  }
}
