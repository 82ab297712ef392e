import CSQLite
import Clients
import Glibc

extension Connection {
  /// Opens a database that is there as it is: a version that this program knows stays what it is.
  ///
  /// - Throws: ``DatabaseError`` for what no version of this program or a newer one made.
  static func unchanged(path: String, busyTimeout: Duration = .seconds(5)) throws -> Connection {
    let connection = try Connection(path: path)
    try connection.prepareToRead(busyTimeout: busyTimeout, migrations: Migration.all)
    return connection
  }

  /// Writes a whole copy to a new file, while others go on reading and writing.
  ///
  /// It is one file, also while the database itself has a log beside it, it has the mode 0600, and the disk has it
  /// when this returns.
  ///
  /// - Parameters:
  ///   - path: Where nothing is yet.
  ///   - isChecked: Whether a copy with damage in it is none.
  ///   - folder: The data folder, where the copy may be outside of it.
  /// - Throws: ``BackupError``, and ``DatabaseError`` where the database cannot be read or is damaged. There is no new
  ///   file then.
  /// - Complexity: O(size of the database).
  func backUp(
    to path: String, isChecked: Bool = true, notedIn folder: DataFolder? = nil
  ) throws {
    // Known beforehand, a large copy need not be made first.
    if access(path, F_OK) == 0 { throw BackupError.isThere(path: path) }
    let draft = try DraftFile(for: path, notedIn: folder)
    let copy = try Connection(path: draft.path)
    do {
      // The disk is waited for once, when the copy is whole.
      try copy.execute(script: "PRAGMA synchronous = OFF")
      try copyAll(to: copy)
      if isChecked, let damage = try copy.damage(limit: 1).first {
        throw copy.broken(damage, self.path)
      }
      // It says of itself what the database does, to be one with a log.
      if isChecked { _ = try copy.first("PRAGMA journal_mode = DELETE") { $0.text(0) } }
    } catch {
      copy.close()
      throw error
    }
    copy.close()
    try draft.publish()
  }

  /// What SQLite finds wrong with the file, one line each; nothing as a rule.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n log n) in the size of the database.
  func damage(limit: Int) throws -> [String] {
    Array(try all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }.prefix(limit))
  }

  private func broken(_ what: String, _ path: String) -> DatabaseError {
    DatabaseError(
      reason: .corrupt, code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: what,
      sql: nil, path: path)
  }
}
