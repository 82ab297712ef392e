import FoundationEssentials
import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

struct BackupTests {
  private let folder = TestFolder()
  private let backupFolder = TestFolder()
  private var copy: String { backupFolder.path + "/copy.db" }

  @Test func `a backup made during a write is one private file with the committed data`() throws {
    let connection = try folder.open()
    try connection.add("one")
    let other = try folder.open()
    try connection.write {
      try connection.add("two")
      try other.backUp(to: copy)
    }
    #expect(backupFolder.contents == ["copy.db"])
    #expect(backupFolder.mode(of: "copy.db") == 0o600)
    #expect(try Connection.open(copy, as: .notes).notes() == ["one"])
  }

  @Test func `an existing file is not overwritten`() throws {
    backupFolder.write("mine", to: "copy.db")
    let connection = try folder.open()
    #expect(throws: BackupError.alreadyExists(path: copy)) { try connection.backUp(to: copy) }
    #expect(throws: DatabaseError.self) { try connection.writeCompactCopy(to: copy) }
    #expect(backupFolder.text(of: "copy.db") == "mine" && backupFolder.contents == ["copy.db"])
  }

  @Test func `a damaged database is backed up only without an integrity check`() throws {
    let filled = try folder.open()
    for _ in 0..<200 { try filled.add(String(repeating: "x", count: 100)) }
    filled.close()
    var bytes = try #require(folder.bytes(of: "notes.db"))
    for index in (bytes.count - 4096)..<bytes.count { bytes[index] = 0xA5 }
    folder.write(bytes, to: "notes.db")
    let connection = try Connection(path: folder.database)
    #expect(
      #expect(throws: DatabaseError.self) { try connection.backUp(to: copy) }?.reason == .corrupt)
    #expect(backupFolder.contents == [])
    try connection.backUp(to: copy, shouldCheckIntegrity: false)
    #expect(backupFolder.contents == ["copy.db"])
  }

  @Test func `foreign key violations are found`() throws {
    let connection = try Connection(path: ":memory:")
    try connection.execute(
      "CREATE TABLE a (b INTEGER PRIMARY KEY); CREATE TABLE c (d REFERENCES a (b))")
    try connection.run("INSERT INTO c VALUES (1)")
    let broken = try connection.foreignKeyViolations()
    #expect(broken.map(\.table) == ["c"] && broken.map(\.parent) == ["a"])
  }

  @Test func `the last three backups of each kind are kept for each database`() throws {
    folder.write("mine", to: "other-before-repair-2020-01-01T00-00-00Z.db")
    let noon = Date(timeIntervalSince1970: 1_772_366_400)
    func makeBackup(before reason: AutomaticBackup.Reason, day: Int) throws {
      try AutomaticBackup.make(
        before: reason, of: folder.database, at: noon.addingTimeInterval(Double(day) * 86_400)
      ) { writeFile("", to: $0) }
    }
    try makeBackup(before: .update, day: 0)
    for day in [0, 1, 2, 3, 4, -1] { try makeBackup(before: .repair, day: day) }
    // The newest backup is kept even if the clock was set back.
    #expect(
      AutomaticBackup.all(of: folder.database) == [
        "notes-before-repair-2026-02-28T12-00-00Z.db",
        "notes-before-repair-2026-03-04T12-00-00Z.db",
        "notes-before-repair-2026-03-05T12-00-00Z.db",
        "notes-before-update-2026-03-01T12-00-00Z.db",
      ])
    #expect(folder.contents.count == 5)
  }
}

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

struct DatabaseLockTests {
  private let folder = TestFolder()

  /// A child process has the descriptors of its parent until it executes its program.
  @Test func `a lock is released even if a child process has the file open`() throws {
    folder.write("bytes", to: "notes.db")
    let path = folder.database
    var lock = try DatabaseLock(path)
    #expect(throws: BackupError.inUse(path: path, process: nil)) { try DatabaseLock(path) }
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let inherited = try #require(
      descriptors.compactMap { Int32($0) }.first { isOpen($0, path) }
        .map { fcntl($0, F_DUPFD_CLOEXEC, 0) })
    defer { close(inherited) }
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(try DatabaseLock(path) != nil)
  }

  private func isOpen(_ descriptor: Int32, _ path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0
      && open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }
}
