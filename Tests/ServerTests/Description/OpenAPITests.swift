import FoundationEssentials
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the API description: it is valid, and it agrees with the server's behavior.
struct OpenAPITests {
  @Test func `the document has every route`() throws {
    let response = try TestServer().send(.get, "/v1/openapi.json")
    #expect(response.status == 200)
    let document = try JSONDecoder().decode(Document.self, from: response.body)
    let listed = document.paths.flatMap { path, operations in
      operations.keys.map { "\($0.uppercased()) \(path)" }
    }
    #expect(
      listed.sorted() == Service.routes.map { "\($0.method.rawValue) \($0.template)" }.sorted())
  }

  @Test func `each parameter and response is described in a sentence`() {
    for route in Service.routes {
      for parameter in route.description.query {
        #expect(!parameter.name.contains(" ") && parameter.summary.hasSuffix("."), "\(parameter)")
      }
      for (status, cause) in route.otherResponses {
        #expect(cause.hasSuffix("."), "\(route.template) \(status)")
      }
    }
  }

  @Test func `a schema has the properties that a type reads`() throws {
    struct Example: Codable {
      struct Part: Codable {
        var at: Date
      }
      var text: String?
      var parts: [Part]
      var provenance: Provenance
      var count: Int64
    }
    let schemas = Schemas()
    _ = try schemas.schema(of: Example.self)
    let json = try #require(schemas.structures.first { $0.key.hasSuffix("Example") }).value.text
    #expect(
      json.contains(#""required":["parts","provenance","count"]"#)
        && json.contains(#""text":{"type":"string"}"#)
        && json.contains(#""provenance":{"type":"string","enum":["live","manual""#))
    let part = try #require(schemas.structures.first { $0.key.hasSuffix("Part") }).value.text
    #expect(
      part
        == #"{"type":"object","properties":{"at":{"type":"string","format":"date-time"}},"required":["at"]}"#
    )
  }

  @Test func `a type without a schema causes an error`() {
    struct Pair: Codable {
      var first: Int
      init(from decoder: any Decoder) throws {
        first = try decoder.singleValueContainer().decode(Int.self)
      }
    }
    #expect(throws: SchemaError.self) { try Schemas().schema(of: Pair.self) }
  }

  @Test func `each described response of every route occurs`() throws {
    // Errors of the storage are described together, as "default".
    let seen = Set(
      try APIExamples().run().filter { $0.status != 503 }.map { "\($0.route) \($0.status)" })
    let described = Set(
      Service.routes.flatMap { route in
        ([route.description.status] + route.otherResponses.keys).map {
          "\(route.method.rawValue) \(route.template) \($0)"
        }
      })
    #expect(seen.subtracting(described) == [])
    #expect(described.subtracting(seen) == [])
  }

  /// Checks the document with a library, and each request and response against the document.
  @Test(.needsPython("jsonschema"))
  func `requests and responses of every route are as described`() throws {
    let folder = TestFolder()
    folder.write(try TestServer().send(.get, "/v1/openapi.json").text, to: "openapi.json")
    let exchanges = try APIExamples().run()
    folder.write(
      String(decoding: try APICoding.data(exchanges), as: UTF8.self), to: "exchanges.json")
    #expect(python(["check_openapi.py", folder.path]) == "")
  }

  @Test(.needsPython("openapi_spec_validator"))
  func `the document is valid OpenAPI 3.1`() throws {
    let folder = TestFolder()
    folder.write(try TestServer().send(.get, "/v1/openapi.json").text, to: "openapi.json")
    #expect(python(["validate_openapi.py", folder.path]) == "")
  }
}

private struct Document: Decodable {
  var paths: [String: [String: Operation]]

  struct Operation: Decodable {}
}
