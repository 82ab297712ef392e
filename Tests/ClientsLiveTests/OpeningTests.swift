import CSQLite
import Clients
import FoundationEssentials
import Glibc
import SQLite
import SharedFeatures
import SystemTestSupport
import Testing

@testable import ClientsLive

struct OpeningTests {
  private let folder = TestFolder()

  @Test func `files are private regardless of the umask`() {
    let data = DataFolder(path: folder.path + "/share/ladder/")
    let names = [
      "", "/ladder", "/ladder/ladder.db", "/ladder/ladder.db-wal", "/ladder/ladder.db-shm",
    ]
    let folder = folder
    let modes = withUmask(0) { () -> [mode_t?] in
      guard let stores = try? Connection.open(in: data) else { return [] }
      defer { stores.close() }
      _ = try? stores.workouts.finish(
        .sample(), by: .sample("Ann"))
      return names.map { folder.mode(of: "share" + $0) }
    }
    #expect(modes == [0o700, 0o700, 0o600, 0o600, 0o600])
    unlink(data.databasePath)
    rmdir(data.path)
  }

  @Test func `the mode of an existing folder is not changed`() throws {
    chmod(folder.path, 0o755)
    _ = try Connection.open(in: folder.data)
    #expect(folder.mode() == 0o755)
  }

  @Test func `openExisting does not create a missing database`() throws {
    #expect(try Connection.openExisting(in: folder.data) == nil)
    let missing = DataFolder(path: folder.path + "/nowhere")
    #expect(try Connection.openExisting(in: missing) == nil)
    #expect(folder.contents.isEmpty)
  }
}

struct DataFolderTests {
  @Test(arguments: [
    ("/d", "/d/ladder.db"), ("/d/", "/d/ladder.db"),
    ("file:d?mode=memory", "./file:d?mode=memory/ladder.db"),
  ])
  func `a relative path is never interpreted as a URL`(path: String, database: String) {
    #expect(DataFolder(path: path).databasePath == database)
  }
}

/// Tests that a file or folder that Ladder cannot use is reported and not changed.
struct UnusableFileTests {
  private let folder = TestFolder()

  /// Returns the error of opening the database and reading a history.
  private func failure(busyTimeout: Duration = .zero) throws -> DatabaseError {
    let error = #expect(throws: DatabaseError.self) {
      let stores = try Connection.open(in: folder.data, busyTimeout: busyTimeout)
      _ = try stores.workouts.history(of: .sample("Ann"), limit: 10)
    }
    return try #require(error)
  }

  private func makeDatabase(_ workouts: Int = 1) throws {
    let stores = try Connection.open(in: folder.data)
    for _ in 0..<workouts {
      _ = try stores.workouts.finish(
        .sample(reps: 40), by: .sample("Ann"))
    }
  }

  /// Runs a script with SQLite alone, like another program.
  private func runWithoutLadder(_ script: String) {
    var handle: OpaquePointer?
    sqlite3_open(folder.data.databasePath, &handle)
    sqlite3_exec(handle, script, nil, nil, nil)
    sqlite3_close_v2(handle)
  }

  private func expectUnchanged(_ reason: DatabaseError.Reason, _ sentence: String) throws {
    let before = folder.bytes(of: "ladder.db")
    let contents = folder.contents
    let error = try failure()
    #expect(error.reason == reason)
    #expect(error.path == folder.path + "/ladder.db")
    #expect(error.sentence == error.path + sentence)
    #expect(folder.bytes(of: "ladder.db") == before)
    #expect(folder.contents == contents)
  }

  @Test func `a newer database is rejected`() throws {
    try makeDatabase()
    runWithoutLadder("PRAGMA user_version = 99")
    try expectUnchanged(
      .newerVersion, " was made by a newer Ladder and was not changed; update Ladder to open it")
  }

  @Test func `a newer database with a write-ahead log is rejected`() throws {
    try makeDatabase()
    var handle: OpaquePointer?
    sqlite3_open(folder.data.databasePath, &handle)
    sqlite3_exec(handle, "PRAGMA user_version = 99", nil, nil, nil)
    // As after a crash, the newer program's change is only in the write-ahead log.
    let (file, log) = (folder.bytes(of: "ladder.db"), folder.bytes(of: "ladder.db-wal"))
    sqlite3_close_v2(handle)
    folder.write(try #require(file), to: "ladder.db")
    folder.write(try #require(log), to: "ladder.db-wal")
    #expect(try failure().reason == .newerVersion)
    #expect(folder.bytes(of: "ladder.db") == file)
    #expect(folder.bytes(of: "ladder.db-wal") == log)
  }

  @Test func `another program's database is rejected`() throws {
    runWithoutLadder("CREATE TABLE notes (text TEXT)")
    try expectUnchanged(
      .notADatabase,
      " is not a Ladder database and was not changed; choose another folder with --data")
  }

  @Test func `another program's empty database is rejected`() throws {
    runWithoutLadder("PRAGMA application_id = 77")
    try expectUnchanged(
      .notADatabase,
      " is not a Ladder database and was not changed; choose another folder with --data")
  }

  @Test(arguments: [20, 5000])
  func `a text file is rejected`(size: Int) throws {
    folder.write(Array(repeating: UInt8(ascii: "x"), count: size), to: "ladder.db")
    try expectUnchanged(
      .notADatabase,
      " is not a Ladder database and was not changed; choose another folder with --data")
  }

  @Test func `a truncated file is rejected`() throws {
    try makeDatabase(200)
    let bytes = try #require(folder.bytes(of: "ladder.db"))
    folder.write(Array(bytes[..<(bytes.count / 2)]), to: "ladder.db")
    try expectUnchanged(
      .corrupt,
      " is damaged (database disk image is malformed) and was not changed; restore a backup with \"ladder restore FILE\""
    )
  }

  @Test func `an overwritten file is rejected`() throws {
    try makeDatabase(200)
    var bytes = try #require(folder.bytes(of: "ladder.db"))
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    folder.write(bytes, to: "ladder.db")
    try expectUnchanged(
      .corrupt,
      " is damaged (database disk image is malformed) and was not changed; restore a backup with \"ladder restore FILE\""
    )
  }

  @Test func `an unreadable workout log is reported`() throws {
    try makeDatabase()
    runWithoutLadder("UPDATE workouts SET log = x'80'")
    let error = try failure()
    #expect(error.reason == .corrupt)
    #expect(error.message == "a log that cannot be read")
  }

  @Test func `a locked database is reported as locked`() throws {
    try makeDatabase()
    var handle: OpaquePointer?
    sqlite3_open(folder.data.databasePath, &handle)
    defer { sqlite3_close_v2(handle) }
    sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", nil, nil, nil)
    // In exclusive locking mode, the connection keeps its lock until it is closed.
    let error = try failure()
    #expect(error.reason == .locked)
    #expect(
      error.sentence == "\(error.path) is in use by another program; try again when it has finished"
    )
  }

  @Test func `a folder in place of the file is rejected`() throws {
    mkdir(folder.data.databasePath, 0o700)
    let error = try failure()
    #expect(error.reason == .cannotOpen)
    #expect(error.sentence.hasPrefix("cannot open \(folder.path)/ladder.db ("))
  }

  @Test func `a file in place of the folder is rejected`() throws {
    folder.write([], to: "file")
    let data = DataFolder(path: folder.path + "/file")
    let error = #expect(throws: DatabaseError.self) { try Connection.open(in: data) }
    #expect(error?.reason == .cannotOpen)
    #expect(error?.message == "Not a directory")
    #expect(throws: DatabaseError.self) { try Connection.openExisting(in: data) }
  }

  @Test func `paths in messages contain no control characters`() {
    let error = DatabaseError(
      reason: .corrupt, code: 11, extendedCode: 11, message: "m", sql: nil, path: "/a\u{1B}[2Jb")
    #expect(!error.sentence.contains("\u{1B}"))
    #expect(error.sentence.hasPrefix("/a\\u{1b}[2Jb is damaged"))
  }
}

/// Tests of the descriptions of database errors.
struct DatabaseErrorTests {
  @Test func `an error has a description and a remedy`() {
    let error = DatabaseError(
      reason: .diskFull, code: 13, extendedCode: 13, message: "full", sql: "INSERT", path: "/d/l.db"
    )
    let failure = Failure(error)
    #expect(failure.summary == "the disk with /d/l.db is full")
    #expect(failure.remedy == "make room and try again")
    #expect(failure.sentence == error.sentence)
    #expect(failure.details.contains("statement: INSERT"))
  }
}
