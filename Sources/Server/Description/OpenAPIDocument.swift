import FoundationEssentials
import Models
import ServerAPI

/// The OpenAPI 3.1 description of the API, generated from the routes.
enum OpenAPIDocument {
  /// Returns the document.
  ///
  /// - Throws: ``SchemaError`` if a type of a route has no schema.
  static func text(for routes: [Route]) throws -> String {
    let schemas = Schemas()
    let error = try schemas.schema(of: APIError.self)
    var templates: [String] = []
    for route in routes where !templates.contains(route.template) {
      templates.append(route.template)
    }
    let paths = try templates.map { template in
      let operations = try routes.filter { $0.template == template }.map { route in
        (route.method.rawValue.lowercased(), try operation(route, schemas, error: error))
      }
      return (template, JSONText.object(operations))
    }
    let document: JSONText = [
      "openapi": "3.1.0",
      "info": [
        "title": "Ladder", "version": "1",
        "description": "Leaderboards of a group. Times are in ISO 8601 and UTC.",
      ],
      "paths": .object(paths),
      "components": [
        "schemas": .object(schemas.structures.sorted { $0.key < $1.key }.map { ($0, $1) }),
        "securitySchemes": [
          "device": [
            "type": "http", "scheme": "bearer",
            "description": "The token of a device, from `POST /v1/join`.",
          ]
        ],
      ],
    ]
    return document.text
  }

  private static func operation(
    _ route: Route, _ schemas: Schemas, error: JSONText
  ) throws -> JSONText {
    let description = route.description
    var members: [(String, JSONText)] = [("summary", .string(description.summary))]
    members.append(("security", description.access == .anyone ? [] : [["device": []]]))
    let parameters = route.parameterNames.map(pathParameter) + description.query.map(queryParameter)
    if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
    if let body = description.body {
      let content = json(try schemas.schema(of: body))
      members.append(("requestBody", ["required": .bool(true), "content": content]))
    }
    var responses = [(String(description.status), try success(description, schemas))]
    for (status, cause) in route.otherResponses.sorted(by: { $0.key < $1.key }) {
      let content = status < 400 ? [] : [("content", errorContent(of: description, error))]
      responses.append((String(status), .object([("description", .string(cause))] + content)))
    }
    responses.append(
      ("default", ["description": "The server cannot reach its data.", "content": json(error)]))
    members.append(("responses", .object(responses)))
    return .object(members)
  }

  /// Returns the content of an error. Some routes send a page to browsers.
  private static func errorContent(
    of description: RouteDescription, _ error: JSONText
  ) -> JSONText {
    guard case .media(let type) = description.content, type.hasPrefix("text/html") else {
      return json(error)
    }
    return ["application/json": ["schema": error], type: [:]]
  }

  private static func success(
    _ description: RouteDescription, _ schemas: Schemas
  ) throws -> JSONText {
    let content: JSONText? =
      switch description.content {
      case .nothing: nil
      case .json(let type): json(try schemas.schema(of: type))
      case .media(let type): [type: [:]]
      }
    return .object([("description", "Success.")] + (content.map { [("content", $0)] } ?? []))
  }

  private static func pathParameter(_ name: String) -> JSONText {
    [
      "name": .string(name), "in": "path", "required": .bool(true),
      "schema": ["type": "string"],
    ]
  }

  private static func queryParameter(_ parameter: RouteDescription.Parameter) -> JSONText {
    let values = parameter.values.map { JSONText.string($0) }
    return [
      "name": .string(parameter.name), "in": "query",
      "description": .string(parameter.summary),
      "schema": values.isEmpty
        ? ["type": "string"] : ["type": "string", "enum": .array(values)],
    ]
  }

  private static func json(_ schema: JSONText) -> JSONText {
    ["application/json": ["schema": schema]]
  }
}

extension Route {
  /// The other responses by status, with their causes.
  var otherResponses: [Int: String] {
    var causes = [
      413: "The body is too large.",
      429:
        "Too many requests from the member or the address; `Retry-After` is the time to wait in seconds.",
    ]
    if description.body != nil || !description.query.isEmpty {
      causes[400] = "The request is not valid."
    }
    if description.access != .anyone { causes[401] = "The token is missing, unknown or revoked." }
    if description.access == .owner { causes[403] = "The member is not an owner of the group." }
    if !parameterNames.isEmpty { causes[404] = "The group has nothing with this ID." }
    return causes.merging(description.others) { _, own in own }
  }
}
