import CSQLite
import Clients
import FoundationEssentials
import Glibc
import SystemTestSupport
import Testing

@testable import ClientsLive

struct ConnectionTests {
  private let folder = TestFolder()
  private let connection: Connection

  init() throws {
    connection = try Connection.open(in: folder.data)
    try connection.execute(script: "CREATE TABLE t (a INTEGER, b TEXT UNIQUE, c BLOB)")
  }

  @Test func valuesComeBackAsTheyWere() throws {
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

  @Test func errorsCarryTheStatementAndNoValue() throws {
    try connection.run("INSERT INTO t (b) VALUES (?)", .text("secret"))
    let error = #expect(throws: DatabaseError.self) {
      try connection.run("INSERT INTO t (b) VALUES (?)", .text("secret"))
    }
    #expect(error?.code == SQLITE_CONSTRAINT)
    #expect(error?.extendedCode == SQLITE_CONSTRAINT | (8 << 8))
    #expect(error?.sql == "INSERT INTO t (b) VALUES (?)")
    #expect(error?.path == folder.path + "/ladder.db")
    #expect(error?.details.contains("secret") == false)
    #expect(error?.sentence.contains("please report it") == true)
  }

  @Test func statementsAreUsableAfterAnError() throws {
    for text in ["one", "one", "two"] {
      try? connection.run("INSERT INTO t (b) VALUES (?)", .text(text))
    }
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 2)
  }

  @Test func transactionsAreAllOrNothing() throws {
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

  @Test func aFullDiskIsSaidToBeFull() throws {
    let pages = try #require(try connection.first("PRAGMA page_count") { $0.integer(0) })
    try connection.execute(script: "PRAGMA max_page_count = \(pages)")
    let error = #expect(throws: DatabaseError.self) {
      try connection.write {
        try connection.run(
          "INSERT INTO t (c) VALUES (?)", .bytes(Array(repeating: 1, count: 100_000)))
      }
    }
    #expect(error?.reason == .full)
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test func aClosedConnectionSaysSo() throws {
    connection.close()
    connection.close()
    let error = #expect(throws: DatabaseError.self) { try connection.run("SELECT 1") }
    #expect(error?.message == "the connection is closed")
  }
}

struct DatabaseTests {
  private let folder = TestFolder()

  @Test func worksOnOneThreadInOrder() async throws {
    let database = Database(try Connection.open(in: folder.data))
    let first = try await database.run { _ in pthread_self() }
    let threads = try await withThrowingTaskGroup(of: pthread_t.self) { group in
      for _ in 0..<50 { group.addTask { try await database.run { _ in pthread_self() } } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(threads == [first])
    let here = await MainActor.run { pthread_self() }
    #expect(first != here)
  }

  @Test func signalsStayWithOtherThreads() async throws {
    let database = try databaseMadeWithoutBlockedSignals()
    let isBlocked = try await database.run { _ in
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return sigismember(&mask, SIGWINCH) == 1 && sigismember(&mask, SIGTERM) == 1
    }
    #expect(isBlocked)
  }

  /// The pool's threads, on which tests run, may have signals blocked already.
  private func databaseMadeWithoutBlockedSignals() throws -> Database {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return Database(try Connection.open(in: folder.data))
  }

  @Test func errorsReachWhoAsked() async throws {
    let database = Database(try Connection.open(in: folder.data))
    await database.close()
    await #expect(throws: DatabaseError.self) {
      try await database.run { try $0.history(of: .sample("Ann"), limit: 1) }
    }
  }
}
