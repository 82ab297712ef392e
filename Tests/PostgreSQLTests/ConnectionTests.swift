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
      "SELECT $1, $2, $3, $4, $5, $6, $7", .integer(.min), .boolean(true), .text(""),
      .text("'; DROP TABLE \"x\" -- \\ é 🏋"), .bytes([0, 255]), .bytes([]), .uuid(id))
    try set.first { (row) throws -> Void in
      #expect(try row.integer(0) == .min)
      #expect(try row.boolean(1))
      #expect(try row.text(2) == "")
      #expect(try row.text(3) == "'; DROP TABLE \"x\" -- \\ é 🏋")
      #expect(try row.bytes(4) == [0, 255])
      #expect(try row.bytes(5) == [])
      #expect(try row.uuid(6) == id)
    }
  }

  @Test func `a text with NUL is refused and not cut`() throws {
    let connection = try TestDatabase.connect()
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.run("SELECT $1", .text("secret\0"))
    }
    #expect(error?.code == "22021")
    #expect(error?.message == "a value is not valid")
    #expect(try connection.run("SELECT $1", .text("safe")).first { try $0.text(0) } == "safe")
  }

  @Test func `a column with another type or NULL is an error`() throws {
    let row = try TestDatabase.connect().run("SELECT 1::bigint, NULL::text, 1.5, 'a'::text")
    for column: Int32 in 0..<5 where column != 3 {
      #expect(throws: PostgreSQLError.self) { try row.first { try $0.text(column) } }
    }
    for column: Int32 in 1..<5 {
      #expect(throws: PostgreSQLError.self) { try row.first { try $0.integer(column) } }
    }
  }

  @Test func `statements after one that fails are skipped, and nothing has changed`() throws {
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
    let sets = try connection.run((0..<32).map { _ in Statement("SELECT $1", .bytes(bytes)) })
    #expect(try sets.allSatisfy { try $0.first { try $0.bytes(0) } == bytes })
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
    try run(sql).first { try $0.integer(0) }
  }
}
