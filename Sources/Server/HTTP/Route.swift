/// A method and a path of the API, with the function that responds.
final class Route: Sendable {
  let method: Request.Method
  /// The path; `{name}` matches any component: `/v1/boards/{challenge}/me`.
  let template: String
  let description: RouteDescription
  /// Whether the response comes later, so that no thread waits for the storage.
  let isDeferred: Bool
  let respond: @Sendable (Service, Request, Parameters) throws -> Response

  /// The components of the template.
  private let parts: [Part]

  private enum Part {
    case text(String)
    case parameter(String)
  }

  /// The components of a request's path by their names in the template.
  struct Parameters {
    fileprivate var values: [(name: String, value: String)] = []

    subscript(name: String) -> String? { values.first { $0.name == name }?.value }
  }

  init(
    _ method: Request.Method, _ template: String, _ description: RouteDescription,
    isDeferred: Bool = false,
    _ respond: @escaping @Sendable (Service, Request, Parameters) throws -> Response
  ) {
    self.method = method
    self.template = template
    self.description = description
    self.isDeferred = isDeferred
    self.respond = respond
    parts = template.split(separator: "/").map {
      $0.hasPrefix("{") ? .parameter(String($0.dropFirst().dropLast())) : .text(String($0))
    }
  }

  /// The number of components in the path.
  var partCount: Int { parts.count }

  /// Whether a request needs no token.
  var isPublic: Bool { if case .anyone = description.access { true } else { false } }

  /// The names of the parameters in the path.
  var parameterNames: [String] {
    parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// Returns the parameters in a path, or `nil` if it does not match the template.
  ///
  /// Only parameters may be percent-encoded, so that a proxy that blocks a route cannot be bypassed.
  func parameters(of path: [String]) -> Parameters? {
    guard path.count == parts.count else { return nil }
    var parameters = Parameters()
    for index in parts.indices {
      switch parts[index] {
      case .text(let known): guard path[index] == known else { return nil }
      case .parameter(let name):
        guard let value = path[index].withoutPercentEncoding else { return nil }
        parameters.values.append((name, value))
      }
    }
    return parameters
  }
}

/// A description of a route: purpose, requests and responses. `GET /v1/openapi.json` lists the descriptions.
struct RouteDescription: Sendable {
  /// A value encoded as JSON.
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
    /// Other content with its media type.
    case media(String)
  }

  /// A parameter of the query.
  struct Parameter: Sendable {
    var name: String
    var summary: String
    /// The possible values; empty if they are not a fixed set.
    var values: [String] = []
  }

  /// The purpose, a phrase that starts with a verb.
  let summary: String
  let access: Access
  let query: [Parameter]
  let body: (any Value.Type)?
  let status: Int
  let content: Content
  /// Other responses by status: errors, and responses without a body.
  let others: [Int: String]

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - body: The type of the request's body.
  ///   - content: The content of a successful response.
  ///   - status: The status of a successful response.
  ///   - others: The responses that do not follow from the rest of the description.
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
