import PostgreSQL
import SystemTestSupport
import Testing

/// Tests of migrations.
@Suite(.needsPostgreSQL)
struct MigrationTests {
  private let schema: TestSchema

  init() throws { schema = try TestSchema() }

  private static let first = PostgreSQLMigration("first", ["CREATE TABLE notes (n bigint)"])
  private static let second = PostgreSQLMigration("second", ["INSERT INTO notes VALUES (1)"])

  @Test func `servers that start at once migrate once`() async throws {
    let address = schema.address
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { try PostgreSQLConnection(address).migrate(to: [Self.first, Self.second]) }
      }
      try await group.waitForAll()
    }
    #expect(try count() == 1)
  }

  @Test func `only missing migrations are applied`() throws {
    try schema.connect().migrate(to: [Self.first])
    try schema.connect().migrate(to: [Self.first, Self.second])
    try schema.connect().migrate(to: [Self.first, Self.second])
    #expect(try count() == 1)
  }

  @Test func `a migration that fails changes nothing`() throws {
    let broken = PostgreSQLMigration("broken", ["INSERT INTO notes VALUES (2)", "SELECT 1 / 0"])
    try schema.connect().migrate(to: [Self.first])
    #expect(throws: PostgreSQLError.self) {
      try schema.connect().migrate(to: [Self.first, Self.second, broken])
    }
    #expect(try count() == 0)
    try schema.connect().migrate(to: [Self.first, Self.second])
    #expect(try count() == 1)
  }

  @Test func `a database of a newer version is refused`() throws {
    try schema.connect().migrate(to: [Self.first, Self.second])
    let error = #expect(throws: PostgreSQLError.self) {
      try schema.connect().migrate(to: [Self.first])
    }
    #expect(error?.message.contains("newer version") == true)
  }

  private func count() throws -> Int64? {
    try schema.connect().run("SELECT count(*) FROM notes")
      .first { try $0.integer(0) }
  }
}
