import FoundationEssentials
import PostgreSQL
import SystemTestSupport
import Testing

/// Tests of statements, their values and their errors.
@Suite(.needsPostgreSQL)
struct ConnectionTests {
  @Test func `values are read as they were written`() throws {
    let connection = try TestDatabase.connect()
    let id = UUID()
    let set = try connection.run(
      "SELECT $1 AS a, $2 AS b, $3 AS c, $4 AS d, $5 AS e, $6 AS f, $7 AS g", .integer(.min),
      .boolean(true), .text(""),
      .text("'; DROP TABLE \"x\" -- \\ é 🏋"), .bytes([0, 255]), .bytes([]), .uuid(id))
    try set.first { (row) throws -> Void in
      #expect(try row.integer("a") == .min)
      #expect(try row.boolean("b"))
      #expect(try row.text("c") == "")
      #expect(try row.text("d") == "'; DROP TABLE \"x\" -- \\ é 🏋")
      #expect(try row.bytes("e") == [0, 255])
      #expect(try row.bytes("f") == [])
      #expect(try row.uuid("g") == id)
    }
  }

  @Test func `text with a NUL is refused instead of truncated`() throws {
    let connection = try TestDatabase.connect()
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.run("SELECT $1", .text("secret\0"))
    }
    #expect(error?.code == "22021")
    #expect(error?.message == "a value is not valid")
    #expect(
      try connection.run("SELECT $1 AS a", .text("safe")).first { try $0.text("a") } == "safe")
  }

  @Test func `reading NULL or a column with another type is an error`() throws {
    let row = try TestDatabase.connect().run(
      "SELECT 1::bigint AS a, NULL::text AS b, 1.5 AS c, 'a'::text AS d")
    for column in ["a", "b", "c", "e"] {
      #expect(throws: PostgreSQLError.self) { try row.first { try $0.text(column) } }
    }
    for column in ["b", "c", "d", "e"] {
      #expect(throws: PostgreSQLError.self) { try row.first { try $0.integer(column) } }
    }
  }

  @Test func `statements after a failed statement are skipped, and nothing changes`() throws {
    let connection = try TestDatabase.connect()
    try connection.run("CREATE TEMPORARY TABLE notes (n bigint PRIMARY KEY)")
    let insert: StaticString = "INSERT INTO notes VALUES ($1)"
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.run([1, 2, 1, 3].map { Statement(insert, .integer($0)) })
    }
    #expect(error?.code == "23505")
    #expect(error?.sql == "INSERT INTO notes VALUES ($1)")
    #expect(connection.isUsable)
    #expect(try connection.count("SELECT count(*) FROM notes") == 0)
    try connection.run([1, 2].map { Statement(insert, .integer($0)) })
    #expect(try connection.count("SELECT count(*) FROM notes") == 2)
  }

  @Test func `a transaction is rolled back when its body throws`() throws {
    let connection = try TestDatabase.connect()
    try connection.run("CREATE TEMPORARY TABLE notes (n bigint)")
    #expect(throws: CancellationError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO notes VALUES (1)")
        connection.queue("INSERT INTO notes VALUES (2)")
        throw CancellationError()
      }
    }
    #expect(try connection.count("SELECT count(*) FROM notes") == 0)
  }

  @Test func `an error of a queued statement rolls the transaction back`() throws {
    let connection = try TestDatabase.connect()
    try connection.run("CREATE TEMPORARY TABLE notes (n bigint PRIMARY KEY)")
    #expect(throws: PostgreSQLError.self) {
      try connection.transaction {
        for _ in 1...2 { connection.queue("INSERT INTO notes VALUES (1)") }
      }
    }
    #expect(try connection.count("SELECT count(*) FROM notes") == 0)
  }

  @Test func `a statement that takes too long is canceled`() throws {
    let connection = try TestDatabase.connect()
    try connection.run("SET statement_timeout = 1")
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.run("SELECT pg_sleep(86400)")
    }
    #expect(error?.reason == .timeout)
    #expect(connection.isUsable)
  }

  @Test func `a pipeline larger than all buffers passes in both directions`() throws {
    let connection = try TestDatabase.connect()
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let sets = try connection.run((0..<32).map { _ in Statement("SELECT $1 AS a", .bytes(bytes)) })
    #expect(try sets.allSatisfy { try $0.first { try $0.bytes("a") } == bytes })
  }

  @Test func `a statement whose columns have changed is parsed again`() throws {
    let schema = try TestSchema()
    let other = try schema.connect()
    try other.run("CREATE TABLE notes (n bigint)")
    try other.run("INSERT INTO notes VALUES (7)")
    let pool = try TestDatabase.pool(schema.address)
    func read() throws -> Int64? {
      try pool.perform { try $0.run("SELECT * FROM notes").first { try $0.integer("n") } }
    }
    #expect(try read() == 7)
    try other.run("ALTER TABLE notes ADD COLUMN text text")
    #expect(try read() == 7)
  }

  @Test func `a connection whose server process ends is not used again`() throws {
    let connection = try TestDatabase.connect()
    try TestDatabase.connect().terminate(connection.processID)
    let error = #expect(throws: PostgreSQLError.self) { try connection.run("SELECT 1") }
    #expect(error?.reason == .connectionLost)
    #expect(!connection.isUsable)
  }
}

extension PostgreSQLConnection {
  fileprivate func count(_ sql: StaticString) throws -> Int64? {
    try run(sql).first { try $0.integer("count") }
  }
}

/// Tests of the addresses of databases.
@Suite(.enabled(if: Address.isSupported, "needs libpq5"))
struct AddressTests {
  @Test(arguments: [
    "postgres://db.example/ladder", "postgresql:///ladder", "postgres://a.example,b.example/l",
    "postgres://db.example/ladder?sslmode=verify-full", "postgres:///?service=club",
  ])
  func `an address without a password is valid`(text: String) throws {
    _ = try Address(parsing: text)
  }

  @Test(arguments: [
    "postgres://ann:hunter2@db.example/ladder", "postgres://db.example/l?password=hunter2",
    "postgres://db.example/l?sslpassword=hunter2", "postgres://ann:@db.example/l?password=",
  ])
  func `a password in the address is refused, and the error does not repeat it`(text: String) {
    let error = #expect(throws: PostgreSQLError.self) { try Address(parsing: text) }
    #expect(error?.message.contains("PGPASSFILE") == true)
    #expect(error?.message.contains("hunter2") == false)
  }

  @Test(arguments: [
    "", "club.db", "postgres:/db", "https://db.example", "postgres://[::1/l",
    "postgres://ann:hun%zzter2@db.example/l", "postgres://db/l?password2=hunter2",
    "host=db password=hunter2",
  ])
  func `any other text is refused, and the error does not repeat it`(text: String) {
    let error = #expect(throws: PostgreSQLError.self) { try Address(parsing: text) }
    #expect(
      error?.message == "the address is not valid; use a URL such as postgres://db.example/ladder")
  }

  @Test func `the error for a server that is not running contains the server's address`() throws {
    let folder = TestFolder()
    let address = try Address(parsing: "postgres:///ladder?host=\(folder.path)")
    let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(address) }
    #expect(error?.reason == .cannotConnect)
    #expect(error?.message.contains(folder.path) == true)
    #expect(error?.message.contains("\n") == false)
  }
}

/// Tests of migrations.
@Suite(.needsPostgreSQL)
struct MigrationTests {
  private let schema: TestSchema

  init() throws { schema = try TestSchema() }

  private static let first = PostgreSQLMigration("first", ["CREATE TABLE notes (n bigint)"])
  private static let second = PostgreSQLMigration("second", ["INSERT INTO notes VALUES (1)"])

  @Test func `servers that start at the same time apply each migration once`() async throws {
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
      .first { try $0.integer("count") }
  }
}
