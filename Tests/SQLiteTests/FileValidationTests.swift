import Files
import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

/// Tests of journals that an attacker has placed beside a database.
struct JournalValidationTests {
  private let folder = TestFolder()

  /// Creates a database with a hot journal that changes nothing, but names `victim` as its super-journal.
  private func writeHotJournal(_ name: String, naming victim: String) throws {
    let path = "\(folder.path)/\(name)"
    let connection = try folder.open()
    try connection.disableWriteAheadLog()
    let pages = try connection.first("PRAGMA page_count") { $0.integer(0) } ?? 0
    let pageSize = try connection.first("PRAGMA page_size") { $0.integer(0) } ?? 0
    connection.close()
    if name != "notes.db" { rename(folder.database, path) }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    // The number of records, a nonce, the database size in pages, the sector size and the page size.
    var journal = magic + [0, 7, pages, 512, pageSize].flatMap(bigEndian)
    journal += [UInt8](repeating: 0, count: 512 - journal.count)
    let letters = Array(victim.utf8)
    let sum = letters.reduce(0) { $0 + Int64($1) }
    journal += bigEndian(0x4000_0000 / pageSize + 1) + letters
    journal += bigEndian(Int64(letters.count)) + bigEndian(sum) + magic
    folder.write(journal, to: "\(name)-journal")
  }

  private func bigEndian(_ number: Int64) -> [UInt8] {
    withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
  }

  @Test func `a journal that names another file is rejected`() throws {
    let victim = folder.path + "/victim"
    folder.write("mine", to: "victim")
    try writeHotJournal("notes.db", naming: victim)
    let error = #expect(throws: DatabaseError.self) { try folder.open() }
    #expect(error?.reason == .unexpectedJournal)
    #expect(error?.path == folder.path + "/notes.db-journal")
    #expect(folder.text(of: "victim") == "mine")
  }

  @Test func `a journal beside the target of a link is rejected`() throws {
    let victim = folder.path + "/victim"
    folder.write("mine", to: "victim")
    try writeHotJournal("evil.db", naming: victim)
    symlink("evil.db", folder.database)
    let error = #expect(throws: DatabaseError.self) { try folder.open() }
    #expect(error?.reason == .unexpectedJournal)
    #expect(folder.text(of: "victim") == "mine")
  }

  @Test(arguments: ["-journal", "-wal", "-shm"])
  func `a pipe beside a database is rejected immediately`(companion: String) throws {
    try folder.open().close()
    mkfifo(folder.database + companion, 0o600)
    let error = #expect(throws: DatabaseError.self) { try folder.open() }
    #expect(error?.reason == .unexpectedJournal)
  }

  @Test func `an unfinished transaction is rolled back`() throws {
    try folder.open().close()
    let connection = try folder.open()
    try connection.disableWriteAheadLog()
    try connection.execute("PRAGMA cache_size = 1; BEGIN")
    for reps in 1...200 {
      try connection.execute(text: "CREATE TABLE t\(reps)(x)")
    }
    // The files that a killed process leaves behind.
    let copy = TestFolder()
    copy.write(folder.bytes(of: "notes.db") ?? [], to: "notes.db")
    copy.write(folder.bytes(of: "notes.db-journal") ?? [], to: "notes.db-journal")
    try connection.execute("ROLLBACK")
    let opened = try copy.open()
    #expect(try opened.first("SELECT 1 FROM sqlite_schema WHERE name = 't1'") { _ in 1 } == nil)
    #expect(try opened.integrityErrors() == [])
    #expect(!copy.contents.contains("notes.db-journal"))
  }
}

struct FileTypeTests {
  private let folder = TestFolder()

  private func mode(of path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode
  }

  @Test func `the type of a file is named`() throws {
    folder.write("", to: "file")
    symlink("file", folder.path + "/link")
    mkfifo(folder.path + "/pipe", 0o600)
    let names = try ["", "/file", "/link", "/pipe"].map { name in
      fileTypeName(try mode(of: folder.path + name))
    }
    #expect(names == ["a folder", "a regular file", "a symbolic link", "a pipe"])
    #expect(try fileTypeName(mode(of: "/dev/null")) == "a device")
    #expect(fileTypeName(S_IFSOCK) == "a socket")
    #expect(fileTypeMismatch(S_IFIFO) == "it is a pipe, not a regular file")
  }
}
