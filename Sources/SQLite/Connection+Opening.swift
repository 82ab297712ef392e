import CSQLite
import Files
import Glibc

extension Connection {
  /// Opens the database in the existing file at `path`, which may be empty, and migrates it to the current version.
  ///
  /// A file that is damaged, or was created by another program or a newer version, is rejected and left unchanged.
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
  /// - Throws: Same errors as ``open(_:as:busyTimeout:)``.
  public func configureAndMigrate(to format: DatabaseFormat, busyTimeout: Duration = .zero) throws {
    try configureForReading(format, busyTimeout: busyTimeout)
    try configureForWriting()
    try migrate(to: format)
  }

  /// Configures the connection for reading and validates the file.
  private func configureForReading(_ format: DatabaseFormat, busyTimeout: Duration) throws {
    self.format = format
    setBusyTimeout(busyTimeout)
    // An untrusted schema may contain expressions that call functions; the program's schema calls only harmless ones.
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
      // This is one transaction, because another process may be creating the database at the same time.
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
        .newerVersion, SQLITE_OK, "version \(version), supported up to \(format.version)")
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
        // SQLite does not wait for this lock, but it does wait for the lock of an exclusive transaction.
        try run("BEGIN EXCLUSIVE")
        try run("COMMIT")
      }
    }
  }
}

// MARK: - Copies

extension Connection {
  /// The maximum size of a file to be copied to memory, in bytes: 256 MB.
  private static let maxCopySize = 256 << 20

  /// Opens an in-memory copy of the database at `path`. Reads only that file and writes nothing beside it. The work
  /// of each request is limited (``WorkBudget``).
  ///
  /// - Throws: ``DatabaseError``: the errors of ``open(_:as:busyTimeout:)``, and one for a file that is not regular, is
  ///   larger than 256 MB, or has changes in a write-ahead log.
  /// - Complexity: O(size of the file).
  public static func inMemoryCopy(
    ofFileAt path: String, as format: DatabaseFormat
  ) throws -> Connection {
    let log = path + "-wal"
    var status = stat()
    if stat(log, &status) == 0, status.st_size > 0 {
      throw openError(
        "\(log) has changes that are not in the database yet; make a backup first", path)
    }
    let copy = try Connection(path: ":memory:")
    do {
      try copy.deserialize(readFile(at: path))
      try copy.configureAndMigrate(to: format)
      copy.limitWork(to: WorkBudget.stepsPerRequest)
    } catch var error as DatabaseError {
      error.path = path
      throw error
    }
    return copy
  }

  /// Opens a temporary copy of a database, which may be damaged and need not fit in memory. The copy is deleted
  /// when it is closed.
  ///
  /// - Throws: ``DatabaseError``; same errors as ``openWithoutMigrating(_:as:busyTimeout:)``.
  /// - Complexity: O(size of the file).
  public static func temporaryCopy(
    ofFileAt path: String, as format: DatabaseFormat
  ) throws -> Connection {
    let original = try openWithoutMigrating(path, as: format)
    defer { original.close() }
    // A database with an empty name is temporary; SQLite moves it to the disk when it grows.
    let copy = try Connection(path: "")
    do {
      try original.copyContents(to: copy)
    } catch var error as DatabaseError {
      error.path = path
      throw error
    }
    return copy
  }

  /// Replaces the contents of this in-memory database with the bytes of a database file.
  ///
  /// - Parameter bytes: Memory from `sqlite3_malloc64`. SQLite owns it from now on, even if this throws.
  /// - Throws: ``DatabaseError``.
  private func deserialize(_ bytes: UnsafeMutableBufferPointer<UInt8>?) throws {
    guard let bytes else { return }
    // An in-memory database cannot have a write-ahead log. The two bytes that request one have the same offset in
    // every version. Source: https://sqlite.org/fileformat2.html#file_format_version_numbers
    if bytes.count > 19, bytes[18] == 2, bytes[19] == 2 { (bytes[18], bytes[19]) = (1, 1) }
    let size = Int64(bytes.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    guard
      sqlite3_deserialize(handle, "main", bytes.baseAddress, size, size, flags) == SQLITE_OK
    else { throw DatabaseError(connection: handle, sql: nil, path: path) }
  }

  /// Returns the bytes of a regular file in memory allocated by SQLite, or `nil` if it is empty.
  private static func readFile(at path: String) throws -> UnsafeMutableBufferPointer<UInt8>? {
    // Nonblocking, because opening a pipe would otherwise wait for a writer.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw DatabaseError(errno: errno, path: path) }
    defer { Glibc.close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw DatabaseError(errno: errno, path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw openError(fileTypeMismatch(status.st_mode), path)
    }
    let size = Int(status.st_size)
    guard size <= maxCopySize else {
      throw openError("it is larger than \(maxCopySize >> 20) MB", path)
    }
    guard size > 0 else { return nil }
    guard let memory = sqlite3_malloc64(UInt64(size)) else {
      throw DatabaseError(errno: ENOMEM, path: path)
    }
    let bytes = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt8.self, capacity: size), count: size)
    var filled = 0
    while filled < size {
      let count = Glibc.read(file, memory + filled, size - filled)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = DatabaseError(errno: count < 0 ? errno : EIO, path: path)
        sqlite3_free(memory)
        throw error
      }
      filled += count
    }
    return bytes
  }

  private static func openError(_ message: String, _ path: String) -> DatabaseError {
    DatabaseError(reason: .cannotOpen, message: message, path: path)
  }
}
