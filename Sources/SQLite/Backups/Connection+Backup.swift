import CSQLite
import Files
import Glibc

extension Connection {
  /// Replaces the contents of `other` with those of this database, while other connections read and write this one.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(size of the database).
  public func copyContents(to other: Connection) throws {
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

  /// Writes a complete copy to a new file, while other connections read and write.
  ///
  /// The copy is a single file of mode 0600, even if the database has a write-ahead log. It has been synced to the
  /// disk when this returns.
  ///
  /// - Parameters:
  ///   - path: The path of the copy; it must not exist.
  ///   - shouldCheckIntegrity: Whether to throw if the copy is damaged.
  ///   - folder: A folder that gets a link to the temporary file, if that is in another folder.
  /// - Throws: ``BackupError``, and ``DatabaseError`` if the database cannot be read or is damaged. No new file
  ///   remains in either case.
  /// - Complexity: O(size of the database).
  public func backUp(
    to path: String, shouldCheckIntegrity: Bool = true, linkingTemporaryFileIn folder: String? = nil
  ) throws {
    // Checked first to avoid making a large copy in vain.
    if access(path, F_OK) == 0 { throw BackupError.alreadyExists(path: path) }
    let temporary = try TemporaryFile(
      for: path, linkPrefix: folder.map { "\($0)/\(self.path.fileStem)-backup" })
    try writeCopy(to: temporary.path, shouldCheckIntegrity: shouldCheckIntegrity)
    try temporary.moveIntoPlace()
  }

  private func writeCopy(to path: String, shouldCheckIntegrity: Bool) throws {
    let copy = try Connection(path: path)
    defer { copy.close() }
    // The complete copy is synced once, by `moveIntoPlace`.
    try copy.execute("PRAGMA synchronous = OFF")
    try copyContents(to: copy)
    guard shouldCheckIntegrity else { return }
    if let damage = try copy.integrityErrors().first {
      throw DatabaseError(
        reason: .corrupt, code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: damage,
        path: self.path)
    }
    // The header of the copy says that it uses a write-ahead log, as the database does.
    try copy.disableWriteAheadLog()
  }

  /// Writes a copy without free pages to a new file of mode 0600.
  ///
  /// - Throws: ``DatabaseError``, also if the file already exists.
  /// - Complexity: O(size of the database).
  public func writeCompactCopy(to path: String) throws {
    // SQLite writes into an existing empty file, and would create a new one with a mode that lets others read it.
    let file = makePrivateFile(path)
    guard file >= 0 else { throw DatabaseError(errno: errno, path: path) }
    Glibc.close(file)
    do {
      try run("VACUUM INTO ?", .text(path))
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Moves the contents of the write-ahead log into the database file and removes the log.
  ///
  /// - Throws: ``DatabaseError`` with the reason `locked` if another program has the database open.
  public func disableWriteAheadLog() throws {
    _ = try first("PRAGMA journal_mode = DELETE") { $0.text(0) }
  }

  /// Returns the problems that SQLite's integrity check finds, one line each; at most 100.
  ///
  /// - Throws: ``DatabaseError``, also if the database is not damaged, but could not be read.
  /// - Complexity: O(n log n) in the size of the database.
  public func integrityErrors() throws -> [String] {
    let errors = try checkIntegrity()
    // The check reports a failed read as damage.
    if !errors.isEmpty, let failure = readFailure() { throw failure }
    return errors
  }

  /// Returns the problems that SQLite's integrity check finds, among them failed reads.
  func checkIntegrity() throws -> [String] {
    try all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
  }

  /// Returns the rows whose parent row is missing, as pairs of tables.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n log n) in the rows.
  public func foreignKeyViolations() throws -> [(table: String, parent: String)] {
    try all("PRAGMA foreign_key_check") { (table: $0.text(0), parent: $0.text(2)) }
  }
}
