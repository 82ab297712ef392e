import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

/// The file deleted or replaced under a program that has it open.
struct FollowingTests {
  private let folder = TestFolder()
  private let database: Database

  init() throws {
    database = Database(try folder.open())
  }

  private func add(_ note: String) async throws { try await database.run { try $0.add(note) } }

  @Test func `a deleted one is there again with everything at the next request`() async throws {
    try await add("one")
    for name in folder.contents { unlink("\(folder.path)/\(name)") }
    try await add("two")
    #expect(try folder.open().notes() == ["one", "two"])
    #expect(folder.mode(of: "notes.db") == 0o600)
    await database.close()
    #expect(folder.contents == ["notes.db"])
  }

  @Test func `one that took its place is used, and the old one is kept beside it`() async throws {
    try await add("one")
    let other = TestFolder()
    let connection = try other.open()
    try connection.add("theirs")
    connection.close()
    rename(other.database, folder.database)
    try await add("two")
    await database.close()
    #expect(try folder.open().notes() == ["theirs", "two"])
    let backups = KeptBackup.all(of: folder.database)
    try #require(backups.count == 1 && backups[0].hasPrefix("notes-before-replacement-"))
    let kept = try Connection.unchanged("\(folder.path)/\(backups[0])", as: .notes)
    #expect(try kept.notes() == ["one"])
  }

  @Test func `one that is no database is told, once backed up, and followed when it is gone`()
    async throws
  {
    try await add("one")
    unlink(folder.database)
    folder.write("something else", to: "notes.db")
    for _ in 1...3 {
      let error = await #expect(throws: DatabaseError.self) { try await add("two") }
      #expect(error?.reason == .notADatabase)
    }
    #expect(KeptBackup.all(of: folder.database).count == 1)
    unlink(folder.database)
    try await add("two")
    #expect(try folder.open().notes() == ["one", "two"])
  }
}
