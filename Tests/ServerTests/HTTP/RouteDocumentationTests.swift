import SystemTestSupport
import Testing

@testable import Server

/// Tests of the list of routes in `docs/SERVER.md`.
struct RouteDocumentationTests {
  @Test func `the document lists every route with its summary and no other`() {
    let root = String(
      #filePath.prefix(upTo: #filePath.firstRange(of: "/Tests/")?.lowerBound ?? #filePath.endIndex))
    let document = String(decoding: readBytes("\(root)/docs/SERVER.md") ?? [], as: UTF8.self)
    let listed = document.split(separator: "\n").compactMap { line -> Substring? in
      guard line.hasPrefix("| `"), line.contains(" /") else { return nil }
      return line
    }
    let routes = Service.routes.map {
      "| `\($0.method.rawValue) \($0.template)` | \($0.description.summary) |"
    }
    #expect(listed.map(String.init).sorted() == routes.sorted())
  }
}
