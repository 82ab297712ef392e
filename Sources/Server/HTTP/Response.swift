import FoundationEssentials
import ServerAPI

/// A response to a ``Request``.
public struct Response: Sendable {
  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: Data
  /// The events that follow the headers as they happen, instead of a body.
  var events: EventStream?

  init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with a value as JSON.
  init(_ value: some Encodable, status: Int = 200, headers: [(name: String, value: String)] = [])
    throws
  {
    self.init(
      status: status, headers: [("Content-Type", "application/json")] + headers,
      body: try APICoding.data(value))
  }

  /// Creates a response with a page of a leaderboard.
  init(_ page: BoardPage, headers: [(name: String, value: String)] = []) {
    self.init(
      status: 200, headers: [("Content-Type", "application/json")] + headers,
      body: Data(page.json.utf8))
  }

  /// Creates the response to a request that cannot be handled.
  static func failure(
    _ status: Int, _ sentence: String, code: APIError.Code? = nil,
    headers: [(name: String, value: String)] = []
  ) -> Response {
    // Encoding strings cannot fail.
    let body = (try? APICoding.data(APIError(error: sentence, code: code))) ?? Data()
    return Response(
      status: status, headers: [("Content-Type", "application/json")] + headers, body: body)
  }
}
