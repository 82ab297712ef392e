/// An error of PostgreSQL or of the connection to it.
public struct PostgreSQLError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The library cannot be loaded, or the address is not valid.
    case invalidSetup
    /// No connection could be made. Nothing was sent.
    case cannotConnect
    /// The connection was lost. A transaction that was being committed may or may not have been committed.
    case connectionLost
    /// The transaction was rolled back because of a concurrent one. It can be repeated.
    case conflict
    /// The server or the network took too long. Nothing has changed unless a transaction was being committed.
    case timeout
    /// All connections of the pool are in use.
    case poolExhausted
    /// A value has an unexpected type or is not valid.
    case unexpectedValue
    /// Any other error of the server.
    case failed
  }

  public let reason: Reason
  /// The SQLSTATE: five characters; `nil` for errors of the client.
  public let code: String?
  /// The cause, without the statement's values.
  public let message: String
  /// The failed statement, with `$1` where a value was bound.
  public let sql: String?

  public init(_ reason: Reason, code: String? = nil, _ message: String, sql: String? = nil) {
    self.reason = reason
    self.code = code
    self.message = message
    self.sql = sql
  }
}

extension PostgreSQLError {
  /// Creates an error from a response of the server.
  init(code: String, message: String, sql: String?) {
    // The messages of class 22 (data exceptions) repeat values.
    let isAboutValue = code.hasPrefix("22")
    self.init(
      Self.reason(for: code), code: code, isAboutValue ? "a value is not valid" : message, sql: sql)
  }

  private static func reason(for code: String) -> Reason {
    switch code {
    case "40001", "40P01": .conflict
    // A cancelled statement, or a lock that was not available in time.
    case "57014", "55P03": .timeout
    // The server is stopping, has crashed or is starting, or has become a standby.
    case "57P01", "57P02", "57P03", "25006": .connectionLost
    // The server ended an idle session.
    case "57P05", "25P03": .connectionLost
    // A migration by another process changed a statement's columns. A new connection parses it again.
    case "0A000": .connectionLost
    default: code.hasPrefix("08") ? .connectionLost : .failed
    }
  }
}
