import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

struct OpeningTests {
  private let folder = TestFolder()

  @Test func `a new connection has the required settings`() throws {
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

/// Tests of in-memory copies of untrusted files.
struct CopyTests {
  private let folder = TestFolder()

  private func copy() throws -> Connection {
    try Connection.inMemoryCopy(ofFileAt: folder.database, as: .notes)
  }

  private func save(_ note: String) throws {
    let connection = try folder.open()
    try connection.add(note)
    connection.close()
  }

  @Test func `a copy is complete and independent, and creates no files`() throws {
    try save("one")
    let before = folder.bytes(of: "notes.db")
    let copy = try copy()
    #expect(try copy.notes() == ["one"])
    try copy.add("two")
    #expect(folder.contents == ["notes.db"])
    #expect(folder.bytes(of: "notes.db") == before)
  }

  @Test func `an empty file is an empty database`() throws {
    folder.write("", to: "notes.db")
    #expect(try copy().notes().isEmpty)
  }

  @Test func `a pipe is rejected immediately`() {
    mkfifo(folder.database, 0o600)
    let error = #expect(throws: DatabaseError.self) { try copy() }
    #expect(error?.reason == .cannotOpen)
    #expect(error?.message == "it is a pipe, not a regular file")
  }

  @Test func `a file that is too large is rejected by its size`() {
    folder.write("", to: "notes.db")
    truncate(folder.database, 4 << 30)
    let error = #expect(throws: DatabaseError.self) { try copy() }
    #expect(error?.reason == .cannotOpen && error?.message == "it is larger than 256 MB")
  }

  @Test func `a file with changes in its write-ahead log is rejected`() throws {
    try save("one")
    folder.write("changes", to: "notes.db-wal")
    let error = #expect(throws: DatabaseError.self) { try copy() }
    #expect(error?.message.contains("make a backup first") == true)
  }

  @Test func `a request that exceeds its work budget is interrupted`() async throws {
    try save("one")
    let connection = try Connection(path: folder.database)
    try connection.execute(
      """
      WITH RECURSIVE numbers (number) AS
        (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT 400000)
      INSERT INTO notes (text) SELECT 'x' FROM numbers
      """)
    connection.close()
    let copy = Database(immediate: try copy())
    for _ in 1...2 {
      let error = await #expect(throws: DatabaseError.self) {
        try await copy.run { _ = try $0.notes() }
      }
      #expect(error?.reason == .workLimitExceeded)
      // Each request has the full budget.
      #expect(
        try await copy.run { try $0.first("SELECT text FROM notes") { $0.text(0) } } == "one")
    }
  }

  @Test(arguments: [0, 18, 100, 4000])
  func `a file that is not a database is rejected with its path`(length: Int) throws {
    folder.write([UInt8](repeating: 0x20, count: length + 1), to: "notes.db")
    let error = #expect(throws: DatabaseError.self) { try copy() }
    #expect(error?.reason == .notADatabase || error?.reason == .corrupt)
    #expect(error?.path == folder.database)
  }
}
