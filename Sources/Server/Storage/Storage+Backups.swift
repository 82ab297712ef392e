import Files
import Glibc
import SQLite

/// Backups of the SQLite database in a folder.
extension Storage {
  /// Writes a complete copy of the database to a new file. The server may be running.
  ///
  /// - Returns: A description of the contents: `2 groups and 21 members`.
  /// - Throws: ``StorageError``; no new file remains.
  public static func backUp(folder: String, to file: String) throws -> String {
    try SQLiteDatabase.translatingErrors { try backups(in: folder).make(at: file) }
  }

  /// Replaces the database with a backup while no server is running.
  ///
  /// - Returns: The same description as ``backUp(folder:to:)``, and the path of the previous database, which is kept.
  /// - Throws: ``StorageError``; nothing is changed.
  public static func restore(
    folder: String, from file: String
  ) throws -> (contents: String, previous: String?) {
    try SQLiteDatabase.translatingErrors {
      guard makePrivateFolder(folder) else { throw DatabaseError(errno: errno, path: folder) }
      let result = try backups(in: folder).restore(from: file)
      return (result.contents, result.previousBackup)
    }
  }

  private static func backups(in folder: String) throws -> DatabaseBackups<String> {
    let path = SQLiteDatabase.path(in: folder)
    try checkPermissions(of: folder, database: path)
    return DatabaseBackups(of: path, as: .server) { connection in
      let counts = try connection.all(
        "SELECT count(*) FROM groups UNION ALL SELECT count(*) FROM members WHERE removed_at IS NULL"
      ) { $0.integer(0) }
      let (groups, members) = (counts.first ?? 0, counts.last ?? 0)
      return "\(groups) \(groups == 1 ? "group" : "groups") and "
        + "\(members) \(members == 1 ? "member" : "members")"
    }
  }
}
