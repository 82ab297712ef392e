import CSQLite
import FoundationEssentials
import SystemTestSupport
import Testing

@testable import SQLite

struct ConnectionTests {
  private let folder = TestFolder()
  private let connection: Connection

  init() throws {
    connection = try folder.open()
    try connection.execute("CREATE TABLE t (a INTEGER, b TEXT UNIQUE, c BLOB)")
  }

  @Test func `values are read back unchanged`() throws {
    let id = UUID()
    let text = "'; DROP TABLE t; -- \u{0} é 王"
    try connection.run(
      "INSERT INTO t VALUES (?, ?, ?)", .integer(.min), .text(text), .uuid(id))
    try connection.run("INSERT INTO t VALUES (?, ?, ?)", .null, .text(""), .bytes([]))
    let rows = try connection.all("SELECT a, b, c FROM t ORDER BY rowid") { row in
      (row.isNull(0), row.integer(0), row.text(1), row.withBytes(2) { Array($0) })
    }
    #expect(rows.count == 2)
    #expect(rows[0] == (false, .min, text, withUnsafeBytes(of: id.uuid) { Array($0) }))
    #expect(rows[1] == (true, 0, "", []))
    #expect(
      try connection.first("SELECT c FROM t WHERE a IS NOT NULL") { try $0.uuid(0) } == id)
    #expect(throws: DatabaseError.self) {
      try connection.first("SELECT c FROM t WHERE a IS NULL") { try $0.uuid(0) }
    }
  }

  @Test func `errors contain the statement but no values`() throws {
    try connection.run("INSERT INTO t (b) VALUES (?)", .text("secret"))
    let error = #expect(throws: DatabaseError.self) {
      try connection.run("INSERT INTO t (b) VALUES (?)", .text("secret"))
    }
    #expect(error?.code == SQLITE_CONSTRAINT)
    #expect(error?.extendedCode == SQLITE_CONSTRAINT | (8 << 8))
    #expect(error?.sql == "INSERT INTO t (b) VALUES (?)")
    #expect(error?.path == folder.database)
    #expect(error?.reason == .misuse)
    #expect(error.map { "\($0)" }?.contains("secret") == false)
  }

  @Test func `a statement can be reused after an error`() throws {
    for text in ["one", "one", "two"] {
      try? connection.run("INSERT INTO t (b) VALUES (?)", .text(text))
    }
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 2)
  }

  @Test func `a transaction that throws is rolled back`() throws {
    struct Trouble: Error {}
    #expect(throws: Trouble.self) {
      try connection.write {
        try connection.run("INSERT INTO t (a) VALUES (1)")
        throw Trouble()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test func `a full disk is reported as full`() throws {
    let pages = try #require(try connection.first("PRAGMA page_count") { $0.integer(0) })
    try connection.execute(text: "PRAGMA max_page_count = \(pages)")
    let error = #expect(throws: DatabaseError.self) {
      try connection.write {
        try connection.run(
          "INSERT INTO t (c) VALUES (?)", .bytes(Array(repeating: 1, count: 100_000)))
      }
    }
    #expect(error?.reason == .diskFull)
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test func `a closed connection throws`() throws {
    connection.close()
    connection.close()
    let error = #expect(throws: DatabaseError.self) { try connection.run("SELECT 1") }
    #expect(error?.message == "the connection is closed")
  }
}

/// Tests of the expressions that compile as SQL statements.
struct SQLTests {
  private func errors(_ statement: String) async -> [String] {
    await Compiler.errors(
      in: """
        import SQLite
        func find(_ name: String, in connection: Connection) throws {
          try connection.run(\(statement))
        }
        """)
  }

  @Test func `only a literal without interpolation is a statement`() async {
    #expect(await errors(#""DELETE FROM notes WHERE text = ?", .text(name)"#) == [])
    #expect(await errors(#""DELETE FROM notes WHERE text = '\(name)'""#).count == 1)
    #expect(await errors(#""DELETE FROM notes WHERE text = " + name"#).count == 1)
    #expect(await errors("name").count == 1)
    #expect(await errors("SQL(stringLiteral: name)").count == 1)
  }
}
