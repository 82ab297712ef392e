import CSQLite
import Files
import Glibc

extension Connection {
  /// Makes `other` hold what this database holds, and nothing else, while others read and write this one.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(size of the database).
  public func copyAll(to other: Connection) throws {
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

  /// Writes a whole copy to a new file, while others go on reading and writing.
  ///
  /// It is one file, also while the database itself has a log beside it, it has the mode 0600, and the disk has it
  /// when this returns.
  ///
  /// - Parameters:
  ///   - path: Where nothing is yet.
  ///   - isChecked: Whether a copy with damage in it is none.
  ///   - folder: A folder that gets a link to the unfinished copy, where that is outside of it.
  /// - Throws: ``BackupError``, and ``DatabaseError`` where the database cannot be read or is damaged. There is no new
  ///   file then.
  /// - Complexity: O(size of the database).
  public func backUp(
    to path: String, isChecked: Bool = true, notedIn folder: String? = nil
  ) throws {
    // Known beforehand, a large copy need not be made first.
    if access(path, F_OK) == 0 { throw BackupError.isThere(path: path) }
    let draft = try DraftFile(
      for: path, notedAs: folder.map { "\($0)/\(self.path.fileStem)-backup" })
    try writeCopy(to: draft.path, isChecked: isChecked)
    try draft.publish()
  }

  private func writeCopy(to draft: String, isChecked: Bool) throws {
    let copy = try Connection(path: draft)
    defer { copy.close() }
    // The disk is waited for once, when the copy is whole.
    try copy.execute("PRAGMA synchronous = OFF")
    try copyAll(to: copy)
    guard isChecked else { return }
    if let damage = try copy.damage(limit: 1).first {
      throw DatabaseError(
        reason: .corrupt, code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: damage,
        path: path)
    }
    // It says of itself what the database does, to be one with a log.
    try copy.settleLog()
  }

  /// Writes a copy without free pages to a new file of mode 0600.
  ///
  /// - Throws: ``DatabaseError``, also where there is such a file already.
  /// - Complexity: O(size of the database).
  public func writeCompactCopy(to path: String) throws {
    // SQLite takes an empty file for one that it may write, and would make one that others can read.
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

  /// Makes the database one file: what is in its log goes into it, and the log goes.
  ///
  /// - Throws: ``DatabaseError``, with the reason `locked` where another program has it open.
  public func settleLog() throws {
    _ = try first("PRAGMA journal_mode = DELETE") { $0.text(0) }
  }

  /// Returns what SQLite finds wrong with the file, one line each; none where nothing is.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n log n) in the size of the database.
  public func damage(limit: Int) throws -> [String] {
    Array(try all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }.prefix(limit))
  }

  /// Returns the rows that refer to one that is not there, as pairs of tables.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n log n) in the rows.
  public func brokenReferences(limit: Int) throws -> [(table: String, parent: String)] {
    Array(
      try all("PRAGMA foreign_key_check") { (table: $0.text(0), parent: $0.text(2)) }
        .prefix(limit))
  }
}
