/// A method and a path of the API, and the function that responds.
final class Route: Sendable {
  let method: Request.Method
  /// The path; `{name}` stands for any part: `/v1/groups/{group}/boards/{challenge}`.
  let template: String
  let description: RouteDescription
  let respond: @Sendable (Service, Request, Parameters) throws -> Response

  /// The parts of the template.
  private let parts: [Part]

  private enum Part {
    case text(Substring)
    case parameter(Substring)
  }

  /// The parts of a request's path by their names in the template.
  typealias Parameters = [Substring: String]

  init(
    _ method: Request.Method, _ template: String, _ description: RouteDescription,
    _ respond: @escaping @Sendable (Service, Request, Parameters) throws -> Response
  ) {
    self.method = method
    self.template = template
    self.description = description
    self.respond = respond
    parts = template.split(separator: "/").map {
      $0.hasPrefix("{") ? .parameter($0.dropFirst().dropLast()) : .text($0)
    }
  }

  /// Returns the parameters in a path, or `nil` if it does not match the template.
  ///
  /// Only parameters may have percent-encoding, so that a proxy that blocks a route cannot be bypassed.
  func parameters(of path: [Substring]) -> Parameters? {
    guard path.count == parts.count else { return nil }
    var parameters: Parameters = [:]
    for (part, text) in zip(parts, path) {
      switch part {
      case .text(let known): guard text == known else { return nil }
      case .parameter(let name):
        guard let value = text.withoutPercentEncoding else { return nil }
        parameters[name] = value
      }
    }
    return parameters
  }
}
