import CSQLite
import Clients
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of making and restoring backups.
struct BackupsTests {
  private let folder = TestFolder()
  private let backupFolder = TestFolder()
  private var file: String { backupFolder.path + "/copy.db" }

  @discardableResult
  private func save(_ reps: Int) throws -> Connection {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(
      .sample(reps: reps), by: .sample("Ann"))
    return stores
  }

  private func history(_ data: DataFolder) throws -> [Int] {
    let stores = try #require(try Connection.openExisting(in: data))
    defer { stores.close() }
    return try stores.workouts.history(of: .sample("Ann"), limit: 10).map(\.reps).sorted()
  }

  @Test func `a backup made during a write is one private file with the committed data`() throws {
    let running = try save(3)
    try running.write {
      _ = try running.run("UPDATE workouts SET reps = 4")
      #expect(try Backups(folder.data).make(at: file) == Backups.Contents(workouts: 1, people: 1))
    }
    #expect(backupFolder.contents == ["copy.db"])
    #expect(backupFolder.mode(of: "copy.db") == 0o600)
    rename(file, backupFolder.path + "/ladder.db")
    #expect(try history(backupFolder.data) == [3])
  }

  @Test func `an existing file is not overwritten`() throws {
    try save(3).close()
    backupFolder.write("mine", to: "copy.db")
    #expect(throws: BackupError.alreadyExists(path: file)) {
      try Backups(folder.data).make(at: file)
    }
    #expect(backupFolder.text(of: "copy.db") == "mine")
    #expect(backupFolder.contents == ["copy.db"])
  }

  @Test func `a damaged database is not backed up`() throws {
    try save(3).close()
    damage("ladder.db", in: folder)
    let error = #expect(throws: DatabaseError.self) { try Backups(folder.data).make(at: file) }
    #expect(error?.reason == .corrupt)
    #expect(backupFolder.contents == [])
  }

  @Test func `a missing database is not backed up`() {
    #expect(throws: BackupError.missingDatabase(folder: folder.path)) {
      try Backups(folder.data).make(at: file)
    }
    #expect(backupFolder.contents == [] && folder.contents == [])
  }

  @Test func `a restore keeps the previous database as a backup`() throws {
    try save(3).close()
    _ = try Backups(folder.data).make(at: file)
    let copy = backupFolder.bytes(of: "copy.db")
    try save(5).close()
    let restored = try Backups(folder.data).restore(from: file, at: .sunday)
    #expect(restored.contents == Backups.Contents(workouts: 1, people: 1))
    #expect(
      restored.previousBackup == "\(folder.path)/ladder-before-restore-2026-03-01T12-00-00Z.db")
    #expect(try history(folder.data) == [3])
    #expect(backupFolder.bytes(of: "copy.db") == copy && backupFolder.contents == ["copy.db"])
    // Restore the previous database.
    _ = try Backups(folder.data).restore(from: try #require(restored.previousBackup), at: .sunday)
    #expect(try history(folder.data) == [3, 5])
    #expect(
      AutomaticBackup.all(of: folder.data.databasePath) == [
        "ladder-before-restore-2026-03-01T12-00-00Z-2.db",
        "ladder-before-restore-2026-03-01T12-00-00Z.db",
      ])
    for name in folder.contents { #expect(folder.mode(of: name) == 0o600, "\(name)") }
  }

  @Test func `a manual copy is restored with its log`() throws {
    let running = try save(3)
    // Copies the files while the database is open, because closing it removes the log.
    for name in ["ladder.db", "ladder.db-wal"] {
      backupFolder.write(try #require(folder.bytes(of: name)), to: name)
    }
    running.close()
    let other = TestFolder()
    _ = try Backups(other.data).restore(from: backupFolder.path + "/ladder.db")
    #expect(try history(other.data) == [3])
    #expect(other.contents == ["ladder.db"])
  }

  @Test(arguments: [true, false])
  func `a restore fails while the database or the backup is open`(isTarget: Bool) throws {
    let other = TestFolder()
    let running = try save(3)
    _ = try Backups(folder.data).make(at: file)
    #expect(
      throws: BackupError.inUse(path: folder.data.databasePath, process: getpid())
    ) {
      _ =
        isTarget
        ? try Backups(folder.data).restore(from: file)
        : try Backups(other.data).restore(from: folder.data.databasePath)
    }
    running.close()
    #expect(try history(folder.data) == [3])
    #expect(folder.contents == ["ladder.db"] && other.contents == [])
  }

  @Test(arguments: ["not a database", "", "newer", "damaged", "empty", "itself"])
  func `an unusable backup is rejected without changes`(kind: String) throws {
    try save(3).close()
    _ = try Backups(folder.data).make(at: file)
    var file = file
    switch kind {
    case "newer", "empty":
      var handle: OpaquePointer?
      if kind == "empty" { unlink(file) }
      sqlite3_open(file, &handle)
      sqlite3_exec(handle, kind == "newer" ? "PRAGMA user_version = 99" : "VACUUM", nil, nil, nil)
      sqlite3_close_v2(handle)
    case "damaged": damage("copy.db", in: backupFolder)
    case "itself": file = folder.data.databasePath
    default: backupFolder.write(kind, to: "copy.db")
    }
    let before = (folder.bytes(of: "ladder.db"), backupFolder.bytes(of: "copy.db"))
    let error = #expect(throws: BackupError.self) { try Backups(folder.data).restore(from: file) }
    guard case .unusable(file, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(folder.bytes(of: "ladder.db") == before.0)
    #expect(backupFolder.bytes(of: "copy.db") == before.1)
    #expect(folder.contents == ["ladder.db"])
  }

  @Test func `a backup with a journal beside it is not restored`() throws {
    try save(3).close()
    _ = try Backups(folder.data).make(at: file)
    backupFolder.write("anything", to: "copy.db-journal")
    let other = TestFolder()
    let error = #expect(throws: BackupError.self) { try Backups(other.data).restore(from: file) }
    #expect(error?.sentence.contains("copy.db-journal") == true)
    #expect(other.contents == [])
  }

  @Test func `a restore over a damaged database keeps that database and its log`() throws {
    try save(3).close()
    _ = try Backups(folder.data).make(at: file)
    folder.write("no database at all", to: "ladder.db")
    folder.write("no log", to: "ladder.db-wal")
    let before = try #require(
      try Backups(folder.data).restore(from: file, at: .sunday).previousBackup)
    #expect(readFile(before) == "no database at all")
    #expect(readFile(before + "-wal") == "no log")
    #expect(try history(folder.data) == [3])
  }

  @Test func `the last three backups of replaced databases are kept`() throws {
    try save(3).close()
    _ = try Backups(folder.data).make(at: file)
    for day in 0..<5 {
      _ = try Backups(folder.data).restore(
        from: file, at: .sunday.addingTimeInterval(Double(day) * 86_400))
    }
    folder.write("mine", to: "ladder-before-lunch.db")
    // The newest backup is kept even if the clock was set back.
    _ = try Backups(folder.data).restore(from: file, at: .sunday.addingTimeInterval(-86_400))
    #expect(
      folder.contents == [
        "ladder-before-lunch.db",
        "ladder-before-restore-2026-02-28T12-00-00Z.db",
        "ladder-before-restore-2026-03-04T12-00-00Z.db",
        "ladder-before-restore-2026-03-05T12-00-00Z.db", "ladder.db",
      ])
  }

  private func damage(_ name: String, in folder: TestFolder) {
    var bytes = folder.bytes(of: name) ?? []
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    folder.write(bytes, to: name)
  }
}
