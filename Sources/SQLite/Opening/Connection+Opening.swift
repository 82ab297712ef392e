import CSQLite
import Files
import Glibc

extension Connection {
  /// Opens the database in the existing file at `path`, which may be empty, and migrates it to the current version.
  ///
  /// A file that is damaged, of another program, or of a newer version is rejected and left unchanged.
  ///
  /// - Parameter busyTimeout: The time for which a statement waits for another process.
  /// - Throws: ``DatabaseError``, and ``BackupError`` if a required backup cannot be made.
  /// - Complexity: O(size of the schema) if the database is up to date.
  public static func open(
    _ path: String, as format: DatabaseFormat, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection {
    // The file may be replaced while this waits for another process's lock.
    for _ in 0..<100 {
      let found = FileIdentity(path)
      let connection = try Connection(path: path)
      try connection.configureAndMigrate(to: format, busyTimeout: busyTimeout)
      if connection.recordFileIdentity(expected: found) { return connection }
    }
    throw DatabaseError(errno: EBUSY, path: path)
  }

  /// Opens a new in-memory database.
  ///
  /// - Throws: ``DatabaseError``.
  public static func inMemory(as format: DatabaseFormat) throws -> Connection {
    try open(":memory:", as: format, busyTimeout: .zero)
  }

  /// Opens an existing database without migrating it.
  ///
  /// - Throws: ``DatabaseError`` if the file was not created by this or an older version of the program.
  public static func openWithoutMigrating(
    _ path: String, as format: DatabaseFormat, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection {
    let connection = try Connection(path: path)
    try connection.configureForReading(format, busyTimeout: busyTimeout)
    return connection
  }

  /// Configures the connection and migrates its database to the current version.
  ///
  /// - Throws: As ``open(_:as:busyTimeout:)``.
  public func configureAndMigrate(to format: DatabaseFormat, busyTimeout: Duration = .zero) throws {
    try configureForReading(format, busyTimeout: busyTimeout)
    try configureForWriting()
    try migrate(to: format)
  }

  /// Configures the connection for reading and validates the file.
  private func configureForReading(_ format: DatabaseFormat, busyTimeout: Duration) throws {
    self.format = format
    setBusyTimeout(busyTimeout)
    // An untrusted schema may contain expressions that call functions; the program's own schemas call
    // only harmless ones.
    configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    try run("PRAGMA cell_size_check = ON")
    try withSchemaLimit { try validateFile(format) }
  }

  /// Throws unless the file is empty or a database of the program in a known version.
  private func validateFile(_ format: DatabaseFormat) throws {
    // Closing the last connection moves the log into the file. A rejected file must stay unchanged, so this is
    // disabled until the file is accepted.
    configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    do {
      // In one transaction, because another process may be creating the database at the same time.
      try read { try validateContents(format) }
    } catch {
      // If the log is empty, closing the connection only removes it.
      var status = stat()
      if stat(path + "-wal", &status) != 0 || status.st_size == 0 {
        configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
      }
      throw error
    }
    configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
  }

  private func validateContents(_ format: DatabaseFormat) throws {
    let version = try version()
    let applicationID = try first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let schema = try schema()
    let isEmpty = applicationID == 0 && version == 0 && schema.statements.isEmpty
    guard applicationID == format.applicationID || isEmpty else {
      throw validationError(.notADatabase, SQLITE_NOTADB, "made by another program")
    }
    guard (0...format.version).contains(version) else {
      throw validationError(
        .newerVersion, SQLITE_OK, "version \(version), known up to \(format.version)")
    }
    try validate(schema, against: Array(format.migrations.prefix(version)))
  }

  private func validationError(
    _ reason: DatabaseError.Reason, _ code: Int32, _ message: String
  ) -> DatabaseError {
    DatabaseError(reason: reason, code: code, extendedCode: code, message: message, path: path)
  }

  private func configureForWriting() throws {
    try enableWriteAheadLog()
    // Commits wait for the disk, so that saved data survives a power failure.
    try run("PRAGMA synchronous = FULL")
    try run("PRAGMA foreign_keys = ON")
  }

  /// Enables the write-ahead log, so that readers and a writer do not wait for each other.
  ///
  /// The mode is stored in the file, so only the process that creates the file sets it.
  private func enableWriteAheadLog() throws {
    for attempt in 1... {
      if try first("PRAGMA journal_mode", read: { $0.text(0) }) == "wal" { return }
      do {
        // If the file system cannot share memory, the mode stays unchanged, which works too.
        _ = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        return
      } catch let error as DatabaseError where error.reason == .locked && attempt < 100 {
        // SQLite does not wait for this lock, but does wait for an exclusive one.
        try run("BEGIN EXCLUSIVE")
        try run("COMMIT")
      }
    }
  }
}
