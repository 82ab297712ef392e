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
/// Statements are literals (``SQL``), so no value can get into their text; they are prepared once and kept.
public final class Connection {
  /// The database file.
  public let path: String

  var handle: OpaquePointer?

  /// What the database was opened as; `nil` where nothing in it was looked at.
  var format: DatabaseFormat?

  /// The file that is open, and the log that belongs to it; `nil` until it is in use.
  private(set) var file: FileIdentity?
  private(set) var log: FileIdentity?

  /// The file that has taken the name of the open one, if that one was backed up for it already.
  var replacement: FileIdentity?

  /// How long a statement waits for another process.
  private(set) var busyTimeout: Duration = .zero

  /// The bound on the work of a request, where there is one.
  private var budget: WorkBudget?

  /// Prepared statements by the address of their text, which is a constant of the program.
  var statements: [UnsafeRawPointer: OpaquePointer] = [:]

  /// Opens the file at `path`, which exists, and looks at nothing in it.
  ///
  /// `:memory:` is a database in memory, and the empty path one that goes to a temporary file when it grows; both are gone
  /// when they are closed.
  ///
  /// - Throws: ``DatabaseError``.
  public convenience init(path: String) throws { try self.init(path, SQLITE_OPEN_READWRITE) }

  /// Opens the file at `path` for reading only.
  ///
  /// - Throws: ``DatabaseError``.
  public convenience init(readingFrom path: String) throws {
    try self.init(path, SQLITE_OPEN_READONLY)
  }

  /// Opens the file at `path` by another way to the file system than the usual one.
  ///
  /// - Parameter disk: What SQLite calls it.
  /// - Throws: ``DatabaseError``.
  convenience init(path: String, disk: String) throws {
    try self.init(path, SQLITE_OPEN_READWRITE, disk: disk)
  }

  private init(_ path: String, _ access: Int32, disk: String? = nil) throws {
    self.path = path
    if !isTransient {
      try refuseOtherThanFile(path)
      try refuseForeignJournal(of: path)
    }
    // One thread at a time is what the type promises, so SQLite need not lock for itself.
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, disk)
    guard code == SQLITE_OK else {
      defer { sqlite3_close_v2(handle) }
      // Without memory for a connection there is none to ask.
      throw DatabaseError(
        extendedCode: handle == nil ? code : sqlite3_extended_errcode(handle),
        message: String(cString: sqlite3_errstr(code)),
        systemError: handle == nil ? 0 : sqlite3_system_errno(handle), sql: nil, path: path)
    }
    setLimits()
  }

  deinit { close() }

  /// Closes the connection. Using it afterwards throws; closing it again does nothing.
  ///
  /// The last one to close a database moves what is in the write-ahead log into the file.
  public func close() {
    for statement in statements.values { sqlite3_finalize(statement) }
    statements.removeAll()
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Whether what it holds is gone when it is closed.
  public var isTransient: Bool { path.isEmpty || path == ":memory:" }

  /// The number of rows that the last insert, update or delete touched.
  public var changes: Int64 { sqlite3_changes64(handle) }

  /// The row number of the last insert.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// Lets triggers run, or not.
  public func setTriggersEnabled(_ isEnabled: Bool) {
    configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, isEnabled)
  }

  /// Lets the database be written to, or not: then a write fails as on a disk that is read-only.
  ///
  /// - Throws: ``DatabaseError``.
  public func setWritable(_ isWritable: Bool) throws {
    try execute(isWritable ? "PRAGMA query_only = OFF" : "PRAGMA query_only = ON")
  }

  /// Writes without waiting for the disk from now on, for a file that is made again if a power cut takes it.
  ///
  /// - Throws: ``DatabaseError``.
  public func disableSync() throws {
    try execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000")
  }

  /// Lets statements wait for another connection's lock; with zero they do not.
  func setBusyTimeout(_ timeout: Duration) {
    busyTimeout = timeout
    let (seconds, attoseconds) = timeout.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
  }

  /// Switches one of SQLite's boolean `SQLITE_DBCONFIG_…` options.
  func configure(_ option: Int32, _ isOn: Bool) {
    guard let handle else { return }
    _ = csqlite_configure(handle, option, isOn ? 1 : 0)
  }

  /// Bounds the work of each request from now on: what takes more fails with the reason `tooMuchWork`.
  ///
  /// - Parameter steps: In SQLite's instructions; `nil` for any number of them.
  func limitWork(to steps: Int?) {
    let budget = steps.map(WorkBudget.init)
    if let budget { budget.watch(handle) } else { sqlite3_progress_handler(handle, 0, nil, nil) }
    self.budget = budget
  }

  /// Begins a request: where work is bounded, the statements up to the next one share a budget.
  func beginRequest() { budget?.renew() }
}

extension Connection {
  /// Notes which file is open.
  ///
  /// - Parameter found: What had its name before it was opened.
  /// - Returns: Whether it is the one that still has it.
  func isFile(_ found: FileIdentity?) -> Bool {
    file = FileIdentity(path)
    log = FileIdentity(path + "-wal")
    return file == found
  }

  /// Goes on with what `other` has open, which is not to be used any more.
  func take(_ other: Connection) {
    close()
    swap(&handle, &other.handle)
    (file, log, busyTimeout) = (other.file, other.log, other.busyTimeout)
    replacement = nil
  }
}
