import CSQLite
import ClientsLive
import Models
import Scripting
import SystemTestSupport

/// The files of a small database, as bytes that a fuzzer changes.
struct DatabaseFiles: Sendable {
  var database: [UInt8]
  /// The write-ahead log or journal beside the database, whose name ends with `companionEnding`.
  var companion: [UInt8]
  let companionEnding: String

  /// A database without a companion file.
  @MainActor static let alone = Task { try await make(companionEnding: "") { _ in } }

  /// A database with changes that are only in its write-ahead log.
  @MainActor static let withLog = Task {
    try await make(companionEnding: "-wal") { database in
      run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0", on: database)
      run("UPDATE people SET name = name || '!'; UPDATE workouts SET reps = reps + 1", on: database)
    }
  }

  /// A database with a rollback journal, as if a process had been killed during a change.
  @MainActor static let withJournal = Task {
    try await make(companionEnding: "-journal") { database in
      run("BEGIN; UPDATE people SET name = name || '!'; UPDATE workouts SET reps = 1", on: database)
      // The journal is complete before the first page of the database is written.
      sqlite3_db_cacheflush(database)
    }
  }

  /// - Parameter change: A change to the database. The files are copied before the connection is closed.
  @MainActor
  private static func make(
    companionEnding: String, _ change: (OpaquePointer?) -> Void
  ) async throws -> DatabaseFiles {
    let folder = TestFolder()
    let path = folder.path + "/ladder.db"
    guard let person = PersonName("Ann") else { throw PropertyViolation("no name") }
    let stage = try VirtualStage(Script(parsing: history, file: "history"))
    try await stage.play()
    _ = try await stage.world.database.run {
      try $0.snapshots.write(to: path, isRedacted: false, person: person)
    }
    var database: OpaquePointer?
    sqlite3_open(path, &database)
    defer { sqlite3_close(database) }
    // Small pages, so that the edits of an input affect many of them.
    run("PRAGMA page_size = 512; VACUUM", on: database)
    change(database)
    return DatabaseFiles(
      database: folder.bytes(of: "ladder.db") ?? [],
      companion: folder.bytes(of: "ladder.db" + companionEnding) ?? [],
      companionEnding: companionEnding)
  }

  private static func run(_ sql: String, on database: OpaquePointer?) {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
      fatalError(String(cString: sqlite3_errmsg(database)))
    }
  }

  /// A saved workout and a running one.
  private static let history = """
    as Ann
    set prep-seconds 0
    press s
    rep 3 every 1s
    press s
    advance 1s
    press Esc
    press s
    rep 2 every 1s
    """

  /// Changes bytes of both files, truncates them, or extends them.
  ///
  /// - Parameter edits: Any number of edits. Each has three bytes for the file and the position, one for the number of
  ///   new bytes, and the new bytes. An edit without new bytes truncates the file.
  mutating func apply(_ edits: ArraySlice<UInt8>) {
    var rest = edits
    while rest.count >= 4 {
      let head = rest.prefix(4).map(Int.init)
      let place = (head[0] & 0x7F) << 16 | head[1] << 8 | head[2]
      let bytes = rest.dropFirst(4).prefix(head[3])
      rest = rest.dropFirst(4 + head[3])
      if head[0] & 0x80 == 0 {
        Self.write(bytes, at: place, into: &database)
      } else {
        Self.write(bytes, at: place, into: &companion)
      }
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, at place: Int, into file: inout [UInt8]) {
    let start = place % (file.count + 1)
    if bytes.isEmpty { file.removeSubrange(start...) }
    file.replaceSubrange(start..<min(file.count, start + bytes.count), with: bytes)
  }

  /// Whether there is a journal that ends with the name of a super-journal.
  var namesSuperJournal: Bool {
    companionEnding == "-journal"
      && companion.suffix(8) == [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  }

  /// Corrects the checksums of a write-ahead log, so that SQLite accepts its changed frames.
  ///
  /// Source: https://sqlite.org/fileformat2.html#checksum_algorithm
  mutating func updateLogChecksums() {
    guard companion.count >= 32 else { return }
    var sums: (UInt32, UInt32) = (0, 0)
    add(0..<24, to: &sums)
    write(sums, at: 24)
    let pageSize = Int(number(at: 8))
    guard pageSize > 0, pageSize <= 65_536 else { return }
    var frame = 32
    while frame + 24 + pageSize <= companion.count {
      add(frame..<frame + 8, to: &sums)
      add(frame + 24..<frame + 24 + pageSize, to: &sums)
      write(sums, at: frame + 16)
      frame += 24 + pageSize
    }
  }

  private func number(at place: Int) -> UInt32 {
    companion[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func add(_ range: Range<Int>, to sums: inout (UInt32, UInt32)) {
    let isBigEndian = companion[3] & 1 == 1
    for place in stride(from: range.lowerBound, to: range.upperBound - 7, by: 8) {
      let first = number(at: place)
      let second = number(at: place + 4)
      sums.0 &+= (isBigEndian ? first : first.byteSwapped) &+ sums.1
      sums.1 &+= (isBigEndian ? second : second.byteSwapped) &+ sums.0
    }
  }

  private mutating func write(_ sums: (UInt32, UInt32), at place: Int) {
    for (index, sum) in [sums.0, sums.1].enumerated() {
      for byte in 0..<4 {
        companion[place + index * 4 + byte] = UInt8(
          truncatingIfNeeded: sum >> UInt32(24 - byte * 8))
      }
    }
  }
}
