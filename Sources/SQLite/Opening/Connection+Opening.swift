import CSQLite
import Files
import Glibc

extension Connection {
  /// Opens the database in the file at `path`, which is there and may be empty, and brings it up to date.
  ///
  /// A file that is damaged, of another program, or of a newer version of the program is refused and left byte for byte as
  /// it is.
  ///
  /// - Parameter busyTimeout: How long a statement waits for another process.
  /// - Throws: ``DatabaseError``, and ``BackupError`` where it has to be backed up and cannot be.
  /// - Complexity: O(size of the schema), where the database is up to date.
  public static func open(
    _ path: String, as format: DatabaseFormat, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection {
    // Another file may take the name while this waits for the process that does that.
    for _ in 0..<100 {
      let found = FileIdentity(path)
      let connection = try Connection(path: path)
      try connection.adopt(format, busyTimeout: busyTimeout)
      if connection.isFile(found) { return connection }
    }
    throw DatabaseError(errno: EBUSY, path: path)
  }

  /// Opens a new database in memory, which is gone when it is closed.
  ///
  /// - Throws: ``DatabaseError``.
  public static func inMemory(as format: DatabaseFormat) throws -> Connection {
    try open(":memory:", as: format, busyTimeout: .zero)
  }

  /// Opens a database that is there as it is: a version that this program knows stays what it is.
  ///
  /// - Throws: ``DatabaseError`` for what no version of this program or a newer one made.
  public static func unchanged(
    _ path: String, as format: DatabaseFormat, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection {
    let connection = try Connection(path: path)
    try connection.prepareToRead(format, busyTimeout: busyTimeout)
    return connection
  }

  /// Makes a connection one that this program can work with, and brings its database up to date.
  ///
  /// - Throws: As ``open(_:as:busyTimeout:)``.
  public func adopt(_ format: DatabaseFormat, busyTimeout: Duration = .zero) throws {
    try prepareToRead(format, busyTimeout: busyTimeout)
    try prepareForUse()
    try migrate(to: format)
  }

  /// Sets the connection up, and throws unless the file is one that may be read.
  private func prepareToRead(_ format: DatabaseFormat, busyTimeout: Duration) throws {
    self.format = format
    setBusyTimeout(busyTimeout)
    // A stranger may have put things into its schema that call functions; that of the program does not.
    configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    try run("PRAGMA cell_size_check = ON")
    try withSchemaLimit { try refuseForeignFile(format) }
  }

  /// Throws unless the file is empty or a database of the program that this version knows.
  private func refuseForeignFile(_ format: DatabaseFormat) throws {
    // The last to close a database writes the log's pages into the file. As long as it may turn out to be a file that is
    // to be left as it is, that must not happen.
    configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    do {
      // At one moment: another process may be making the database right now.
      try read { try checkContents(format) }
    } catch {
      // With nothing in the log, closing only takes the empty log away again.
      var status = stat()
      if stat(path + "-wal", &status) != 0 || status.st_size == 0 {
        configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
      }
      throw error
    }
    configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
  }

  private func checkContents(_ format: DatabaseFormat) throws {
    let version = try version()
    let owner = try first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let schema = try schema()
    let isEmpty = owner == 0 && version == 0 && schema.statements.isEmpty
    guard owner == format.applicationID || isEmpty else {
      throw refusal(.notADatabase, SQLITE_NOTADB, "made by another program")
    }
    if let table = format.unreleasedTable, schema.hasTable(table) {
      throw refusal(.unreleased, SQLITE_OK, "version \(version) from before the first release")
    }
    guard (0...format.version).contains(version) else {
      throw refusal(.newer, SQLITE_OK, "version \(version), known up to \(format.version)")
    }
    try refuse(schema, after: Array(format.migrations.prefix(version)))
  }

  private func refusal(
    _ reason: DatabaseError.Reason, _ code: Int32, _ message: String
  ) -> DatabaseError {
    DatabaseError(reason: reason, code: code, extendedCode: code, message: message, path: path)
  }

  private func prepareForUse() throws {
    try useWriteAheadLog()
    // A commit waits until the disk has it, so that what was written survives a power cut too.
    try run("PRAGMA synchronous = FULL")
    try run("PRAGMA foreign_keys = ON")
  }

  /// Lets readers and a writer work at once, without waiting for each other.
  ///
  /// The mode is kept in the file, so only the process that makes it has to set it.
  private func useWriteAheadLog() throws {
    for attempt in 1... {
      if try first("PRAGMA journal_mode", read: { $0.text(0) }) == "wal" { return }
      do {
        // Where the file system cannot share memory the mode stays what it was, which works too.
        _ = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        return
      } catch let error as DatabaseError where error.reason == .locked && attempt < 100 {
        // This one lock SQLite does not wait for; for one that shuts all others out it does.
        try run("BEGIN EXCLUSIVE")
        try run("COMMIT")
      }
    }
  }
}
