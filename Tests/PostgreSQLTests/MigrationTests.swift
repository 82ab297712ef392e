import PostgreSQL
import SystemTestSupport
import Testing

/// Tests of migrations. Each has a server of its own, because migrations are recorded in a table of the database.
@Suite(.needsPostgreSQL)
struct MigrationTests {
  private let cluster = PostgreSQLCluster()

  private static let first = Migration("first", ["CREATE TABLE notes (n bigint)"])
  private static let second = Migration("second", ["INSERT INTO notes VALUES (1)"])

  @Test func `servers that start at once migrate once`() async throws {
    let address = try Address(parsing: cluster.url())
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { try Connection(address).migrate(to: [Self.first, Self.second]) }
      }
      try await group.waitForAll()
    }
    #expect(try count() == 1)
  }

  @Test func `only missing migrations are applied`() throws {
    let address = try Address(parsing: cluster.url())
    try Connection(address).migrate(to: [Self.first])
    try Connection(address).migrate(to: [Self.first, Self.second])
    try Connection(address).migrate(to: [Self.first, Self.second])
    #expect(try count() == 1)
  }

  @Test func `a migration that fails changes nothing`() throws {
    let address = try Address(parsing: cluster.url())
    let broken = Migration("broken", ["INSERT INTO notes VALUES (2)", "SELECT 1 / 0"])
    try Connection(address).migrate(to: [Self.first])
    #expect(throws: PostgreSQLError.self) {
      try Connection(address).migrate(to: [Self.first, Self.second, broken])
    }
    #expect(try count() == 0)
    try Connection(address).migrate(to: [Self.first, Self.second])
    #expect(try count() == 1)
  }

  @Test func `a database of a newer version is refused`() throws {
    let address = try Address(parsing: cluster.url())
    try Connection(address).migrate(to: [Self.first, Self.second])
    let error = #expect(throws: PostgreSQLError.self) {
      try Connection(address).migrate(to: [Self.first])
    }
    #expect(error?.message.contains("newer version") == true)
  }

  private func count() throws -> Int64? {
    try Connection(Address(parsing: cluster.url())).run("SELECT count(*) FROM notes")
      .first { try $0.integer(0) }
  }
}
