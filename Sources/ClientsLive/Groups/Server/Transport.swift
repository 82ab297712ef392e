import HTTPClient

/// The functions with which a ``ServerConnection`` sends requests: those of an `HTTPClient`, or of a test.
public struct Transport: Sendable {
  /// Loads what the functions need. It may take some milliseconds, so a connection calls it on a thread of its own.
  var prepare: @Sendable () -> Void
  var send: @Sendable (HTTPRequest) async throws -> HTTPResponse
  var readLines:
    @Sendable (HTTPRequest, @escaping @MainActor (String) -> Void) async throws -> HTTPResponse

  /// Creates the functions of a client.
  public init(_ client: HTTPClient) {
    prepare = { _ = HTTPClient.failure }
    send = { try await client.send($0) }
    readLines = { try await client.readLines(of: $0, $1) }
  }

  init(
    send: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
    readLines:
      @escaping @Sendable (HTTPRequest, @escaping @MainActor (String) -> Void) async throws ->
      HTTPResponse = { _, _ in throw HTTPError(.connectionFailed, "") }
  ) {
    prepare = {}
    self.send = send
    self.readLines = readLines
  }
}
