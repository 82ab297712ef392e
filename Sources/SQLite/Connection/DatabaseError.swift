import CSQLite
import Files
import Glibc

/// What went wrong with a database, with all that is needed to mend it.
///
/// It carries the statement but never the values that were bound to it, so it can be shown, copied and sent without giving
/// away what is in the database.
public struct DatabaseError: Error, Hashable, Sendable {
  /// What it means for the person whose database it is.
  public enum Reason: Hashable, Sendable {
    /// The file or its folder cannot be opened, read or made.
    case cannotOpen
    /// Everybody on the machine may put something else in the place of what is in the folder.
    case openToAll
    /// The folder, or a file in it, belongs to another user, who may change it at any time.
    case foreignOwner
    /// It is a link that another user has put there.
    case foreignLink
    /// In the place of the database is a pipe or a device.
    case notAFile
    /// A file beside the database is not a journal that the program wrote.
    case foreignJournal
    /// It can be read but not written.
    case readOnly
    /// Another program held it for longer than the busy timeout.
    case locked
    /// The disk is full.
    case full
    /// The file is damaged.
    case corrupt
    /// The file is something else than a database of the program.
    case notADatabase
    /// It is a database of the program with tables, indexes or triggers that no version has made.
    case foreignSchema
    /// A later version of the program made it.
    case newer
    /// A version of the program made it that was never released.
    case unreleased
    /// It takes more work than its ``WorkBudget``.
    case tooMuchWork
    /// The disk or the system failed.
    case inputOutput
    /// A statement of the program was wrong: a bug.
    case misuse
  }

  /// What it means.
  public let reason: Reason

  /// SQLite's primary result code, or zero when SQLite was not asked.
  public let code: Int32

  /// SQLite's extended result code, or the system's `errno` when SQLite was not asked.
  public let extendedCode: Int32

  /// The English message that came with the code.
  public let message: String

  /// The statement that failed, with `?` where values were bound.
  public let sql: String?

  /// The file, or the folder when that was the trouble.
  public let path: String

  public init(
    reason: Reason, code: Int32 = 0, extendedCode: Int32 = 0, message: String, sql: String? = nil,
    path: String
  ) {
    self.reason = reason
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.path = path
  }
}

extension DatabaseError {
  /// Creates the last error of `connection`.
  init(connection: OpaquePointer?, sql: String?, path: String) {
    let extendedCode = sqlite3_extended_errcode(connection)
    self.init(
      extendedCode: extendedCode,
      message: String(cString: sqlite3_errmsg(connection)),
      systemError: sqlite3_system_errno(connection), sql: sql, path: path)
  }

  /// Creates the error of a result code.
  ///
  /// - Parameter systemError: The `errno` behind it, or zero.
  init(extendedCode: Int32, message: String, systemError: Int32, sql: String?, path: String) {
    let code = extendedCode & 0xFF
    let reason: Reason
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED: reason = .locked
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: reason = .cannotOpen
    case SQLITE_READONLY: reason = .readOnly
    case SQLITE_FULL: reason = .full
    // A write into memory shared with other processes tells a full disk by `errno` alone.
    case SQLITE_IOERR where systemError == ENOSPC || systemError == EDQUOT: reason = .full
    case SQLITE_IOERR: reason = .inputOutput
    // Nothing that the program wrote is larger than the limits allow.
    case SQLITE_CORRUPT, SQLITE_TOOBIG: reason = .corrupt
    case SQLITE_NOTADB: reason = .notADatabase
    // Nothing else interrupts a statement.
    case SQLITE_INTERRUPT: reason = .tooMuchWork
    default: reason = .misuse
    }
    // SQLite says "unable to open database file" whatever the system said.
    let systemSays = reason == .cannotOpen && systemError != 0
    self.init(
      reason: reason, code: code, extendedCode: extendedCode,
      message: systemSays ? systemReason(systemError) : message, sql: sql, path: path)
  }

  /// Creates the error of a file or folder that the system would not open or make.
  public init(errno: Int32, path: String) {
    self.init(
      reason: errno == ENOSPC || errno == EDQUOT ? .full : .cannotOpen, code: 0,
      extendedCode: errno, message: systemReason(errno), sql: nil, path: path)
  }
}
