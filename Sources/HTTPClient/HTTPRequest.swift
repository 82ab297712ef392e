import FoundationEssentials

/// A request to an HTTP server, with its limits.
public struct HTTPRequest: Sendable {
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  public var method: Method
  /// The URL, with the scheme `http` or `https`.
  public var url: String
  public var headers: [(name: String, value: String)]
  /// The body; `nil` for none.
  public var body: Data?
  /// The maximum size of the response's body in bytes.
  public var maxResponseSize = 4 << 20
  /// The maximum time to connect.
  public var connectTimeout = Duration.seconds(15)
  /// The maximum time until the response is complete; `nil` for no limit.
  public var timeout: Duration? = .seconds(60)
  /// The maximum time without a byte from the server; `nil` for no limit.
  public var silenceTimeout: Duration?
  /// Whether to ignore the proxies of the environment, for example for a server on this machine.
  public var isDirect = false

  public init(
    _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
    body: Data? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// The lines of the header, or `nil` if a header contains a control character.
  var headerLines: [String]? {
    let lines = headers.map { "\($0.name): \($0.value)" }
    return lines.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } } ? lines : nil
  }
}

/// A response of an HTTP server.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  /// The headers by name in lowercase. If a header is repeated, the last value is kept.
  public var headers: [String: String]
  public var body: Data

  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The reason why a server's certificate is refused.
public enum CertificateProblem: Hashable, Sendable {
  case otherHost
  /// The certificate has expired, or is not valid yet.
  case expired
  case unknownIssuer
}

/// An error of a request that received no complete response.
public struct HTTPError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// libcurl is not installed.
    case missingLibrary
    case unknownHost
    case connectionFailed
    case timedOut
    /// The server's certificate is refused.
    case untrusted(CertificateProblem)
    /// The header or the body of the response exceeds its limit, or the reader stopped.
    case tooLarge
    /// The server does not speak HTTP, or the request is not valid.
    case invalid
  }

  public var reason: Reason
  /// libcurl's description, which can contain text from the server.
  public var message: String

  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
