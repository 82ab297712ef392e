import CSQLite
import Files
import Glibc

/// Distinguishes damage from failed reads: SQLite reports some errors of the disk, such as EIO, as damage
/// (`SQLITE_IOERR_CORRUPTFS`).
extension Connection {
  /// Returns the last error of the connection. Before it reports damage, the database is read again.
  ///
  /// - Complexity: O(1); O(n log n) in the size of the database for damage.
  func lastError(sql: String?) -> DatabaseError {
    let error = DatabaseError(connection: handle, sql: sql, path: path)
    return error.code == SQLITE_CORRUPT ? readFailure(sql: sql) ?? error : error
  }

  /// Reads the whole database again.
  ///
  /// - Returns: An error if the disk fails, or if the database is not damaged, so that an earlier read has failed; `nil`
  ///   for damage.
  /// - Complexity: O(n log n) in the size of the database.
  func readFailure(sql: String? = nil) -> DatabaseError? {
    guard !isReadingAgain else { return nil }
    isReadingAgain = true
    defer { isReadingAgain = false }
    // Otherwise the pages in memory would not be read.
    sqlite3_db_release_memory(handle)
    let code =
      readError(ofFile: SQLITE_FCNTL_FILE_POINTER)
      ?? readError(ofFile: SQLITE_FCNTL_JOURNAL_POINTER)
    if let code { return readError(systemErrorMessage(code), sql) }
    guard let errors = try? checkIntegrity(), errors.isEmpty else { return nil }
    return readError("it could not be read once, and then it could", sql)
  }

  private func readError(_ message: String, _ sql: String?) -> DatabaseError {
    DatabaseError(
      reason: .ioFailure, code: SQLITE_IOERR, extendedCode: SQLITE_IOERR, message: message,
      sql: sql, path: path)
  }

  /// Reads one of SQLite's files through SQLite, because closing another descriptor would end its locks.
  ///
  /// - Parameter pointer: `SQLITE_FCNTL_FILE_POINTER`, or `SQLITE_FCNTL_JOURNAL_POINTER` for the write-ahead log.
  /// - Returns: The `errno` of the first failed read; `nil` if there is none or no such file.
  private func readError(ofFile pointer: Int32) -> Int32? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", pointer, &file) == SQLITE_OK, let file,
      let methods = file.pointee.pMethods?.pointee
    else { return nil }
    var size: sqlite3_int64 = 0
    var part = [UInt8](repeating: 0, count: 1 << 16)
    guard methods.xFileSize?(file, &size) == SQLITE_OK else { return EIO }
    for offset in stride(from: 0, to: size, by: part.count) {
      let code = methods.xRead?(file, &part, Int32(part.count), offset) ?? SQLITE_OK
      // The last part is short: `SQLITE_IOERR_SHORT_READ`.
      guard code != SQLITE_OK, code != SQLITE_IOERR | 2 << 8 else { continue }
      var systemError: Int32 = 0
      _ = methods.xFileControl?(file, SQLITE_FCNTL_LAST_ERRNO, &systemError)
      return systemError == 0 ? EIO : systemError
    }
    return nil
  }
}
