import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

struct OpeningTests {
  private let folder = TestFolder()

  @Test func `a connection has its settings`() throws {
    let connection = try folder.open(busyTimeout: .seconds(5))
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    #expect(try connection.first("PRAGMA foreign_keys") { $0.integer(0) } == 1)
    #expect(try connection.first("PRAGMA synchronous") { $0.integer(0) } == 2)
    #expect(try connection.first("PRAGMA busy_timeout") { $0.integer(0) } == 5000)
  }

  @Test func `an empty file becomes a database, and closing removes the log`() throws {
    let connection = try folder.open()
    #expect(try connection.version() == 1)
    connection.close()
    #expect(folder.contents == ["notes.db"])
  }

  @Test(arguments: [
    ("PRAGMA user_version = 99", DatabaseError.Reason.newerVersion),
    ("PRAGMA application_id = 77", .notADatabase),
  ])
  func `a file of a newer version or another program is not changed`(
    script: String, reason: DatabaseError.Reason
  ) throws {
    try folder.open().close()
    let connection = try Connection(path: folder.database)
    try connection.execute(text: script)
    connection.close()
    let before = folder.bytes(of: "notes.db")
    #expect(#expect(throws: DatabaseError.self) { try folder.open() }?.reason == reason)
    #expect(folder.bytes(of: "notes.db") == before && folder.contents == ["notes.db"])
  }

  @Test func `a database can be opened without migration`() throws {
    try folder.open().close()
    let newer = DatabaseFormat(
      applicationID: DatabaseFormat.notes.applicationID,
      migrations: DatabaseFormat.notes.migrations + [Migration("second", "CREATE TABLE more (a)")])
    #expect(try Connection.openWithoutMigrating(folder.database, as: newer).version() == 1)
    #expect(try folder.open(as: newer).version() == 2)
  }

  @Test func `a database with another connection's lock is reported as locked`() throws {
    let holder = try folder.open()
    try holder.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    let error = #expect(throws: DatabaseError.self) { try folder.open().notes() }
    #expect(error?.reason == .locked)
  }

  @Test func `a pipe is rejected immediately`() {
    mkfifo(folder.database, 0o600)
    #expect(#expect(throws: DatabaseError.self) { try folder.open() }?.reason == .notARegularFile)
  }
}
