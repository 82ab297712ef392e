import ReducerTestSupport
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
@MainActor
struct ExpectationSearchTests {
  private let rows = Array(repeating: String(repeating: "a", count: 80), count: 24)

  @Test func `a pattern yields before each row`() async throws {
    var yields = 0
    let search = try ExpectationSearch(for: Expectation(.pattern("b"), .absent))
    #expect(try await search.isMet(by: rows, before: []) { yields += 1 })
    #expect(yields == rows.count)
  }

  @Test func `a search ends when its task is cancelled`() async throws {
    let search = try ExpectationSearch(for: Expectation(.pattern("b")))
    await #expect(throws: CancellationError.self) {
      _ = try await search.isMet(by: rows, before: []) { throw CancellationError() }
    }
  }
}
