/// An error of a request without a complete response.
public struct HTTPError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// libcurl is not installed.
    case missingLibrary
    case unknownHost
    case connectionFailed
    case timedOut
    /// The server's certificate is not trusted.
    case untrusted
    /// The header or the body of the response exceeds its limit.
    case tooLarge
    /// The server does not speak HTTP, or the request is not valid.
    case invalid
  }

  public var reason: Reason
  /// The library's description, which can contain text of the server.
  public var message: String

  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
