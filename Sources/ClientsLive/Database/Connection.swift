import CSQLite
import Clients

/// A connection to a database, for one thread at a time.
///
/// Statements are literals (`StaticString`), so no value can get into their text; they are prepared
/// once and kept.
public final class Connection {
  /// The database file.
  public let path: String

  private var handle: OpaquePointer?

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
  private var statements: [UnsafeRawPointer: OpaquePointer] = [:]

  /// Opens the file at `path`, which exists, and looks at nothing in it.
  ///
  /// - Throws: ``DatabaseError``.
  convenience init(path: String) throws { try self.init(path, SQLITE_OPEN_READWRITE) }

  /// Opens the file at `path` for reading only.
  ///
  /// - Throws: ``DatabaseError``.
  convenience init(readingFrom path: String) throws { try self.init(path, SQLITE_OPEN_READONLY) }

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

  /// Lets statements wait for another connection's lock; with zero they do not.
  func setBusyTimeout(_ timeout: Duration) {
    busyTimeout = timeout
    let (seconds, attoseconds) = timeout.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
  }

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

  /// Bounds the work of each request from now on: what takes more fails with `SQLITE_INTERRUPT`.
  ///
  /// - Parameter steps: In SQLite's instructions; `nil` for any number of them.
  func limitWork(to steps: Int?) {
    let budget = steps.map(WorkBudget.init)
    if let budget { budget.watch(handle) } else { sqlite3_progress_handler(handle, 0, nil, nil) }
    self.budget = budget
  }

  /// Begins a request: where work is bounded, the statements up to the next one share a budget.
  func beginRequest() { budget?.renew() }

  /// Switches one of SQLite's boolean `SQLITE_DBCONFIG_…` options.
  func configure(_ option: Int32, _ on: Bool) {
    guard let handle else { return }
    _ = ladder_sqlite_configure(handle, option, on ? 1 : 0)
  }

  /// Sets one of SQLite's `SQLITE_LIMIT_…`.
  func setLimit(_ limit: Int32, _ value: Int32) { sqlite3_limit(handle, limit, value) }

  /// Whether what it holds is gone when it is closed.
  var isTransient: Bool { path.isEmpty || path == ":memory:" }

  /// How many rows the last insert, update or delete touched.
  var changes: Int64 { sqlite3_changes64(handle) }

  /// The row number of the last insert.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// What the statements have cost that were carried out since this was asked last.
  ///
  /// Counted by SQLite, triggers included, and so the same on every machine.
  func takeWork() -> Work {
    statements.values.reduce(into: Work()) { work, statement in
      func count(_ what: Int32) -> Int { Int(sqlite3_stmt_status(statement, what, 1)) }
      work.steps += count(SQLITE_STMTSTATUS_VM_STEP)
      work.scanned += count(SQLITE_STMTSTATUS_FULLSCAN_STEP)
      work.sorts += count(SQLITE_STMTSTATUS_SORT)
      work.statements += count(SQLITE_STMTSTATUS_RUN)
    }
  }

  /// The statements that have been prepared, for tests that ask how they are carried out.
  var preparedTexts: [String] {
    statements.values.compactMap { sqlite3_sql($0).map { String(cString: $0) } }
  }

  /// Makes `other` hold what this database holds, and nothing else.
  ///
  /// - Throws: ``DatabaseError``.
  func copyAll(to other: Connection) throws {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw DatabaseError(connection: other.handle, sql: nil, path: path)
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        extendedCode: code, message: String(cString: sqlite3_errstr(code)), systemError: 0,
        sql: nil, path: path)
    }
  }

  /// Takes the bytes of a database file in the place of what this database in memory holds.
  ///
  /// - Parameter bytes: From `sqlite3_malloc64`; they are SQLite's from now on, also when this throws.
  /// - Throws: ``DatabaseError``.
  func load(_ bytes: UnsafeMutableBufferPointer<UInt8>?) throws {
    guard let bytes else { return }
    // In memory there is no write-ahead log; the two bytes that ask for one are at the same place in every version.
    // Source: https://sqlite.org/fileformat2.html#file_format_version_numbers
    if bytes.count > 19, bytes[18] == 2, bytes[19] == 2 { (bytes[18], bytes[19]) = (1, 1) }
    let size = Int64(bytes.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    guard
      sqlite3_deserialize(handle, "main", bytes.baseAddress, size, size, flags) == SQLITE_OK
    else { throw DatabaseError(connection: handle, sql: nil, path: path) }
  }

  /// Runs a text of statements without values, which nobody outside the program had a hand in.
  ///
  /// - Throws: ``DatabaseError``.
  func execute(script: String) throws {
    guard handle != nil else { throw closed(script) }
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw DatabaseError(connection: handle, sql: script, path: path)
    }
  }
}

/// What some statements cost.
struct Work: Equatable {
  /// Instructions of SQLite's machine.
  var steps = 0
  /// Rows passed on the way through a whole table.
  var scanned = 0
  var sorts = 0
  /// Statements carried out, those that begin and end a transaction among them.
  var statements = 0
}

extension Connection {
  /// Runs a statement and ignores its rows.
  ///
  /// - Throws: ``DatabaseError``.
  func run(_ sql: StaticString, _ values: SQLValue...) throws {
    try step(sql, values) { _ in false }
  }

  /// The first row of a statement, or `nil` without any.
  ///
  /// - Throws: ``DatabaseError``, and what `read` throws.
  func first<Result>(
    _ sql: StaticString, _ values: SQLValue..., read: (Row) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try step(sql, values) { row in
      result = try read(row)
      return false
    }
    return result
  }

  /// All rows of a statement.
  ///
  /// - Throws: ``DatabaseError``, and what `read` throws.
  func all<Result>(
    _ sql: StaticString, _ values: SQLValue..., read: (Row) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    try step(sql, values) { row in
      results.append(try read(row))
      return true
    }
    return results
  }

  /// Calls `body` with each row of a statement.
  ///
  /// - Throws: ``DatabaseError``, and what `body` throws.
  func forEach(_ sql: StaticString, _ body: (Row) throws -> Void) throws {
    try step(sql, []) { row in
      try body(row)
      return true
    }
  }

  /// Steps through a statement's rows for as long as `body` returns true.
  private func step(
    _ sql: StaticString, _ values: [SQLValue], _ body: (Row) throws -> Bool
  ) throws {
    let statement = try prepared(sql)
    // What a failing reset reports is what the step before it reported already.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      guard value.bind(to: statement, at: Int32(index + 1)) == SQLITE_OK else {
        throw DatabaseError(connection: handle, sql: sql.description, path: path)
      }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard try body(Row(statement: statement, path: path)) else { return }
      case SQLITE_DONE:
        return
      default:
        throw DatabaseError(connection: handle, sql: sql.description, path: path)
      }
    }
  }

  private func prepared(_ sql: StaticString) throws -> OpaquePointer {
    guard handle != nil else { throw closed(sql.description) }
    let key = UnsafeRawPointer(sql.utf8Start)
    if let statement = statements[key] { return statement }
    var statement: OpaquePointer?
    let code = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      sqlite3_prepare_v3(
        handle, $0, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &statement,
        nil)
    }
    guard code == SQLITE_OK, let statement else {
      throw DatabaseError(connection: handle, sql: sql.description, path: path)
    }
    statements[key] = statement
    return statement
  }

  private func closed(_ sql: String) -> DatabaseError {
    DatabaseError(
      reason: .misuse, code: SQLITE_MISUSE, extendedCode: SQLITE_MISUSE,
      message: "the connection is closed", sql: sql, path: path)
  }
}
