import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

/// Tests of reopening a file that was deleted or replaced while it was open.
struct ReopeningTests {
  private let folder = TestFolder()
  private let database: Database

  init() throws {
    database = try Database(folder.open())
  }

  private func add(_ note: String) async throws { try await database.run { try $0.add(note) } }

  @Test func `a deleted file is restored by the next request`() async throws {
    try await add("one")
    for name in folder.contents { unlink("\(folder.path)/\(name)") }
    try await add("two")
    #expect(try folder.open().notes() == ["one", "two"])
    #expect(folder.mode(of: "notes.db") == 0o600)
    await database.close()
    #expect(folder.contents == ["notes.db"])
  }

  @Test func `a replacement is opened and the old file is backed up`() async throws {
    try await add("one")
    let other = TestFolder()
    let connection = try other.open()
    try connection.add("theirs")
    connection.close()
    rename(other.database, folder.database)
    try await add("two")
    await database.close()
    #expect(try folder.open().notes() == ["theirs", "two"])
    let backups = AutomaticBackup.all(of: folder.database)
    try #require(backups.count == 1 && backups[0].hasPrefix("notes-before-replacement-"))
    let kept = try Connection.openWithoutMigrating("\(folder.path)/\(backups[0])", as: .notes)
    #expect(try kept.notes() == ["one"])
  }

  @Test func `a replacement that is not a database is reported until it is removed`()
    async throws
  {
    try await add("one")
    unlink(folder.database)
    folder.write("something else", to: "notes.db")
    for _ in 1...3 {
      let error = await #expect(throws: DatabaseError.self) { try await add("two") }
      #expect(error?.reason == .notADatabase)
    }
    #expect(AutomaticBackup.all(of: folder.database).count == 1)
    unlink(folder.database)
    try await add("two")
    #expect(try folder.open().notes() == ["one", "two"])
  }
}
