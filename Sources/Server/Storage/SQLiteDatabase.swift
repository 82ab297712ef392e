import Files
import FoundationEssentials
import Glibc
import PostgreSQL
import SQLite
import Synchronization

/// A storage in one SQLite file.
///
/// Readers and the writer do not wait for each other.
final class SQLiteDatabase: StorageDatabase {
  private let path: String
  /// The connections that no thread uses.
  private let idle = Mutex<[IdleConnection]>([])
  private let observers = ChangeObservers()
  /// A lock for write transactions of this process. Without it, SQLite polls for the end of another one, with pauses.
  private let writer = Mutex(())
  /// The watcher of all commits; `nil` if the file system cannot share memory.
  private let watcher: CommitWatcher?
  /// The number of changes that all processes made, as read after a commit.
  private let lastCount = Mutex<(commit: CommitWatcher.Mark, count: Int)?>(nil)
  /// The number of changes that this process has committed or is committing.
  private let ownChanges = Atomic(0)
  /// The number of reported changes that other processes made.
  private let reportedChanges = Mutex(0)

  /// Opens or creates the database `server.db` in a folder.
  ///
  /// - Throws: ``StorageError``.
  init(folder: String) throws {
    let path = Self.path(in: folder)
    self.path = path
    watcher = try Self.translatingErrors {
      try checkPermissions(of: folder, database: path)
      guard makePrivateFolder(folder) else { throw DatabaseError(errno: errno, path: folder) }
      let file = makePrivateFile(path)
      if file >= 0 {
        close(file)
      } else if errno != EEXIST {
        throw DatabaseError(errno: errno, path: path)
      }
      // Opening the first connection also migrates the file, before the first request.
      return CommitWatcher(try Connection.open(path, as: .server))
    }
    let count = try withConnection(changeCount)
    reportedChanges.withLock { $0 = count }
  }

  func read<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    try withConnection { connection in try connection.read { try body(connection) } }
  }

  func snapshot<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    try read(body)
  }

  func write<Result>(
    _ kind: WriteKind, _ body: (any StorageConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result {
    var changes: Set<StorageChange> = []
    let result = try withWriteConnection { connection in
      var hasCounted = false
      do {
        return try connection.write {
          let result = try body(connection, &changes)
          if !changes.allSatisfy(\.isReps) {
            try countChange(on: connection)
            hasCounted = true
          }
          return result
        }
      } catch {
        if hasCounted { ownChanges.subtract(1, ordering: .acquiringAndReleasing) }
        throw error
      }
    }
    observers.report(changes)
    return result
  }

  // MARK: - Changes

  /// Counts a change in the database, for other processes.
  private func countChange(on connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO settings (name, value) VALUES ('changes', '1')
      ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1
      """)
    ownChanges.add(1, ordering: .acquiringAndReleasing)
  }

  /// Returns the number of changes that all processes made.
  private func changeCount(on connection: Connection) throws -> Int {
    try connection.first("SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'changes'") {
      Int($0.integer(0))
    } ?? 0
  }

  /// Reports all groups as changed if another process has changed a group. The count does not tell which one.
  func reportOthersChanges() throws {
    let count = try withConnection(changeCount) - ownChanges.load(ordering: .acquiring)
    let isNew = reportedChanges.withLock { reported in
      defer { reported = max(reported, count) }
      return count > reported
    }
    if isNew { observers.report(allChanges()) }
  }

  func mergeSomeScoreChanges(of boards: Set<Int64>) {}

  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    observers.add(handler)
  }

  /// Returns the number of changes that all processes made. Reps of races do not count, because nothing caches them.
  ///
  /// It is read once after each commit.
  func epoch() -> Int? {
    guard let commit = watcher?.lastCommit else { return nil }
    if let last = lastCount.withLock({ $0 }), last.commit == commit { return last.count }
    guard let count = try? withConnection(changeCount) else { return nil }
    lastCount.withLock { $0 = (commit, count) }
    return count
  }

  /// Calls `body` with a connection, while no other thread writes.
  private func withWriteConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try writer.withLock { _ in
      // Safe: the result is created and used by the calling thread, and the lock protects no value.
      nonisolated(unsafe) let result = try withConnection(body)
      return result
    }
  }

  /// Calls `body` with a connection that no other thread uses.
  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try Self.translatingErrors {
      let connection =
        try idle.withLock { $0.popLast() }?.connection ?? Connection.open(path, as: .server)
      let result = try body(connection)
      // After an error, the connection is closed instead of being kept.
      idle.withLock { $0.append(IdleConnection(connection: connection)) }
      return result
    }
  }

  /// The path of the database in a folder.
  static func path(in folder: String) -> String { folder + "/server.db" }

  static func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StorageError("\(error.path): \(error.message)")
    } catch let error as BackupError {
      throw StorageError("\(error.cause); \(error.remedy)")
    }
  }
}

/// A connection that no thread uses.
///
/// `@unchecked Sendable`: a connection is taken from the list before it is used, so that one thread at a time uses it.
private struct IdleConnection: @unchecked Sendable {
  let connection: Connection
}

extension Connection: StorageConnection {
  func run(_ statements: [Statement], read: (Int, any StorageRow) throws -> Void) throws {
    for (index, statement) in statements.enumerated() {
      assert(statement.isNumberedInOrder, statement.literal.description)
      var columns: [String]?
      let values = statement.values.map(SQLValue.init)
      try forEach(SQL(stringLiteral: statement.literal), values) { row in
        let names = columns ?? row.columnNames
        columns = names
        try read(index, SQLiteRow(row: row, columns: names))
      }
    }
  }

  func queue(_ statement: Statement) throws { try run([statement]) { _, _ in } }

  func lock(_ statement: Statement) {}
}

extension Statement {
  /// Whether the parameters are numbered in the order of their first occurrences in the statement.
  fileprivate var isNumberedInOrder: Bool {
    let parts = literal.description.split(separator: "$", omittingEmptySubsequences: false)
    var numbers: [Int?] = []
    for part in parts.dropFirst() {
      let number = Int(part.prefix { $0.isNumber })
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers == values.indices.map { Int?($0 + 1) }
  }
}

extension SQLValue {
  fileprivate init(_ value: Value) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .boolean(let isTrue): self = .integer(isTrue ? 1 : 0)
    case .text(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes)
    case .uuid(let uuid): self = .uuid(uuid)
    }
  }
}

private struct SQLiteRow: StorageRow {
  let row: Row
  let columns: [String]

  private func index(of column: String) throws -> Int32 {
    guard let index = columns.firstIndex(of: column).map({ Int32($0) }), !row.isNull(index) else {
      throw unexpectedValue(in: column)
    }
    return index
  }

  func integer(_ column: String) throws -> Int64 { row.integer(try index(of: column)) }
  func boolean(_ column: String) throws -> Bool { try integer(column) != 0 }
  func text(_ column: String) throws -> String { row.text(try index(of: column)) }
  func bytes(_ column: String) throws -> [UInt8] {
    row.withBytes(try index(of: column)) { Array($0) }
  }
  func uuid(_ column: String) throws -> UUID { try row.uuid(index(of: column)) }

  func unexpectedValue(in column: String) -> any Error {
    row.corruptionError("the column \(column) has a value that Ladder did not write")
  }
}
