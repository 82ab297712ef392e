/// The contract of a route: what it does, and what its requests and responses contain. `GET /v1/openapi.json` lists it.
struct RouteDescription: Sendable {
  /// A value in JSON.
  typealias Value = Decodable & SendableMetatype

  /// The token that a request needs.
  enum Access: Sendable {
    case anyone
    case device
    case owner
  }

  /// The body of a successful response.
  enum Content: Sendable {
    case nothing
    case json(any Value.Type)
    /// Anything else, with its media type.
    case media(String)
  }

  /// A parameter of the query.
  struct Parameter: Sendable {
    var name: String
    var summary: String
    /// The possible values; empty if there are others.
    var values: [String] = []
  }

  /// A phrase that starts with a verb. `docs/SERVER.md` lists it.
  let summary: String
  let access: Access
  let query: [Parameter]
  let body: (any Value.Type)?
  let status: Int
  let content: Content
  /// Further responses by their statuses: errors, and responses without a body.
  let others: [Int: String]

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - body: The type of the request's body.
  ///   - content: The content of a successful response.
  ///   - status: The status of a successful response.
  ///   - others: The responses that follow from no other part of the description.
  init(
    _ summary: String, access: Access = .device, query: [Parameter] = [],
    body: (any Value.Type)? = nil, returns content: Content, status: Int = 200,
    others: [Int: String] = [:]
  ) {
    self.summary = summary
    self.access = access
    self.query = query
    self.body = body
    self.status = status
    self.content = content
    self.others = others
  }
}
