import CSQLite
import Files

/// A connection to a database, for one thread at a time.
///
/// ```swift
/// let connection = try Connection.open("/home/ann/notes.db", as: .notes)
/// try connection.write {
///   try connection.run("INSERT INTO notes (text) VALUES (?)", .text(text))
/// }
/// let texts = try connection.all("SELECT text FROM notes") { $0.text(0) }
/// ```
///
/// Statements are literals (``SQL``), so values cannot become part of their text. They are prepared once and
/// cached.
public final class Connection {
  /// The path of the database file.
  public let path: String

  /// SQLite's connection; `nil` when closed.
  var handle: OpaquePointer?

  /// The format that the database was opened with; `nil` if its contents have not been validated.
  var format: DatabaseFormat?

  /// The identities of the open file and of its write-ahead log; `nil` until the database is in use.
  private(set) var file: FileIdentity?
  private(set) var log: FileIdentity?

  /// The identity of the file that replaced the open one, once the open one has been backed up.
  var backedUpReplacement: FileIdentity?

  /// The time for which a statement waits for another process.
  private(set) var busyTimeout: Duration = .zero

  /// Whether ``readFailure(sql:)`` is running.
  var isReadingAgain = false

  /// The limit on the work of a request, if any.
  private var budget: WorkBudget?

  /// The prepared statements by their text.
  var statements: [String: Statement] = [:]

  /// Opens the existing file at `path` without validating its contents.
  ///
  /// The path `:memory:` opens a database in memory; an empty path opens a temporary one that moves to a file when it
  /// grows. Both are deleted when they are closed.
  ///
  /// - Throws: ``DatabaseError``.
  public convenience init(path: String) throws { try self.init(path, SQLITE_OPEN_READWRITE) }

  /// Opens the file at `path` for reading only.
  ///
  /// - Throws: ``DatabaseError``.
  public convenience init(readOnlyPath path: String) throws {
    try self.init(path, SQLITE_OPEN_READONLY)
  }

  /// Opens the file at `path` with a virtual file system other than SQLite's default.
  ///
  /// - Parameter vfs: The name of the virtual file system.
  /// - Throws: ``DatabaseError``.
  convenience init(path: String, vfs: String) throws {
    try self.init(path, SQLITE_OPEN_READWRITE, vfs: vfs)
  }

  private init(_ path: String, _ access: Int32, vfs: String? = nil) throws {
    self.path = path
    _ = LockErrors.areRecorded
    if !isTransient {
      try validateFileType(path)
      try validateJournals(of: path)
    }
    // Only one thread uses the connection at a time, so SQLite's own locking is not needed.
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, vfs)
    guard code == SQLITE_OK else {
      defer { sqlite3_close_v2(handle) }
      // If there is no memory for a connection, there is no connection to ask for the error.
      throw DatabaseError(
        extendedCode: handle == nil ? code : sqlite3_extended_errcode(handle),
        message: String(cString: sqlite3_errstr(code)),
        systemError: handle == nil ? 0 : sqlite3_system_errno(handle), sql: nil, path: path)
    }
    setLimits()
  }

  deinit { close() }

  /// Closes the connection. Statements throw afterwards; closing again does nothing.
  ///
  /// Closing the last connection moves the contents of the write-ahead log into the file.
  public func close() {
    statements.removeAll()
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Whether the contents are deleted when the connection closes.
  public var isTransient: Bool { path.isEmpty || path == ":memory:" }

  /// SQLite's data version at the last check, which changes when another connection writes.
  private var dataVersion: Int64?

  /// Returns whether another connection has changed the database since the last call.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(1).
  public func haveOthersWritten() throws -> Bool {
    let version = try first("PRAGMA data_version") { $0.integer(0) }
    defer { dataVersion = version }
    return dataVersion != nil && version != dataVersion
  }

  /// The number of rows that the last insert, update or delete changed.
  public var changedRowCount: Int64 { sqlite3_changes64(handle) }

  /// The row ID of the last insert.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// Enables or disables triggers.
  public func setTriggersEnabled(_ isEnabled: Bool) {
    configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, isEnabled)
  }

  /// Allows or forbids writing. A forbidden write fails like a write to a read-only disk.
  ///
  /// - Throws: ``DatabaseError``.
  public func setWritable(_ isWritable: Bool) throws {
    try execute(isWritable ? "PRAGMA query_only = OFF" : "PRAGMA query_only = ON")
  }

  /// Disables waiting for the disk, for a file that can be recreated after a power failure.
  ///
  /// - Throws: ``DatabaseError``.
  public func disableSync() throws {
    try execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000")
  }

  /// Sets the time for which statements wait for another connection's lock; zero disables waiting.
  func setBusyTimeout(_ timeout: Duration) {
    busyTimeout = timeout
    let (seconds, attoseconds) = timeout.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
  }

  /// Sets one of SQLite's boolean `SQLITE_DBCONFIG_…` options.
  func configure(_ option: Int32, _ isOn: Bool) {
    guard let handle else { return }
    _ = csqlite_configure(handle, option, isOn ? 1 : 0)
  }

  /// Limits the work of each request. A request that exceeds the limit fails with the reason `workLimitExceeded`.
  ///
  /// - Parameter steps: The maximum number of SQLite's instructions, or `nil` for no limit.
  func limitWork(to steps: Int?) {
    let budget = steps.map(WorkBudget.init)
    if let budget {
      budget.install(on: handle)
    } else {
      sqlite3_progress_handler(handle, 0, nil, nil)
    }
    self.budget = budget
  }

  /// Begins a request: if work is limited, the statements up to the next request share a budget.
  func beginRequest() { budget?.reset() }
}

extension Connection {
  /// Records the identities of the open file and its log.
  ///
  /// - Parameter found: The identity of the file before it was opened.
  /// - Returns: Whether the file still has the same identity.
  func recordFileIdentity(expected found: FileIdentity?) -> Bool {
    file = FileIdentity(path)
    log = FileIdentity(path + "-wal")
    return file == found
  }

  /// Replaces the open database with that of `other`, which must not be used afterwards.
  func replaceHandle(with other: Connection) {
    close()
    swap(&handle, &other.handle)
    (file, log, busyTimeout) = (other.file, other.log, other.busyTimeout)
    backedUpReplacement = nil
  }
}

// MARK: - Limits

extension Connection {
  /// Limits the memory and the time that a value or a statement in a hostile file can take.
  ///
  /// Long text is truncated when it is read, so a long value alone does not make a database unusable.
  func setLimits() {
    setLimit(SQLITE_LIMIT_LENGTH, 128 << 20)
    setLimit(SQLITE_LIMIT_SQL_LENGTH, 64 << 10)
    setLimit(SQLITE_LIMIT_COLUMN, 100)
    setLimit(SQLITE_LIMIT_EXPR_DEPTH, 100)
    setLimit(SQLITE_LIMIT_TRIGGER_DEPTH, 10)
  }

  /// Sets one of SQLite's `SQLITE_LIMIT_…` limits.
  func setLimit(_ limit: Int32, _ value: Int32) { sqlite3_limit(handle, limit, value) }

  /// Runs `body`, whose statements read only the schema, with a limit on their work.
  ///
  /// - Throws: ``DatabaseError`` with the reason `unexpectedSchema` if the limit is exceeded, and errors of `body`.
  func withSchemaLimit(_ body: () throws -> Void) throws {
    limitWork(to: WorkBudget.stepsPerSchema)
    defer { limitWork(to: nil) }
    do {
      try body()
    } catch var error as DatabaseError where error.code == SQLITE_INTERRUPT {
      (error.reason, error.message) = (.unexpectedSchema, "it is too large")
      throw error
    }
  }
}

/// A limit on the work that a hostile file can cause in one request.
///
/// The file's schema may have more entries, and its tables more rows, than any database that the program writes.
final class WorkBudget {
  /// The limit for a request to a copy of an untrusted file, in SQLite's instructions: about 20 ms.
  static let stepsPerRequest = 1_000_000

  /// The limit for reading a schema. A schema with 40 entries takes about 500 instructions.
  static let stepsPerSchema = 4000

  /// The number of instructions between two calls of the progress handler.
  private static let stepsPerCallback = 100

  private let steps: Int
  private var remaining: Int

  /// Creates a budget of instructions for each request.
  init(steps: Int) {
    self.steps = steps
    remaining = steps
  }

  /// Resets the budget for the next request.
  func reset() { remaining = steps }

  /// Counts the instructions of `connection`. Close the connection, or remove its progress handler, before
  /// releasing the budget.
  func install(on connection: OpaquePointer?) {
    sqlite3_progress_handler(
      connection, Int32(Self.stepsPerCallback),
      { context in
        guard let context else { return 0 }
        let budget = Unmanaged<WorkBudget>.fromOpaque(context).takeUnretainedValue()
        budget.remaining -= WorkBudget.stepsPerCallback
        return budget.remaining < 0 ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

// MARK: - Costs

/// The cost of statements, as counted by SQLite: the same on every machine.
public struct StatementCosts: Equatable, Sendable {
  /// The number of instructions of SQLite's virtual machine.
  public var steps = 0
  /// The number of rows visited in full table scans.
  public var scannedRows = 0
  /// The number of sorts.
  public var sorts = 0
  /// The number of statements run, including those that begin and end a transaction.
  public var statements = 0
}

extension Connection {
  /// Returns the cost of the statements run since the last call, including triggers, and resets the counters.
  ///
  /// - Complexity: O(n) in the cached statements.
  public func consumeStatementCosts() -> StatementCosts {
    statements.values.reduce(into: StatementCosts()) { costs, statement in
      func count(_ counter: Int32) -> Int { Int(sqlite3_stmt_status(statement.handle, counter, 1)) }
      costs.steps += count(SQLITE_STMTSTATUS_VM_STEP)
      costs.scannedRows += count(SQLITE_STMTSTATUS_FULLSCAN_STEP)
      costs.sorts += count(SQLITE_STMTSTATUS_SORT)
      costs.statements += count(SQLITE_STMTSTATUS_RUN)
    }
  }
}
