import CSQLite
import Files
import Glibc

/// An error of a database, with the details needed to fix it.
///
/// It contains the statement but never the values bound to it, so it can be shown, copied and sent without
/// disclosing the contents of the database.
public struct DatabaseError: Error, Hashable, Sendable {
  /// The meaning of the error for the owner of the database.
  public enum Reason: Hashable, Sendable {
    /// The file or its folder cannot be opened, read or created.
    case cannotOpen
    /// Every user of the machine can replace the files in the folder.
    case worldWritable
    /// The folder, or a file in it, belongs to another user, who can change it at any time.
    case ownedByOtherUser
    /// The path is a link that belongs to another user.
    case linkOwnedByOtherUser
    /// The path leads to a pipe or a device.
    case notARegularFile
    /// A file beside the database is not a journal that the program wrote.
    case unexpectedJournal
    /// The file can be read but not written.
    case readOnly
    /// Another program held a lock for longer than the busy timeout.
    case locked
    /// The file system has no locks.
    case withoutLocks
    /// The file system has locks, but refused one, and no other program holds it.
    case lockFailure
    /// The disk is full.
    case diskFull
    /// The file is damaged.
    case corrupt
    /// The file is not a database of the program.
    case notADatabase
    /// The database belongs to the program, but has tables, indexes or triggers that no version created.
    case unexpectedSchema
    /// A newer version of the program created the database.
    case newerVersion
    /// The request exceeded its ``WorkBudget``.
    case workLimitExceeded
    /// The disk or the system failed.
    case ioFailure
    /// The system has no memory left.
    case outOfMemory
    /// A statement of the program is wrong: a bug.
    case misuse
  }

  /// The meaning of the error.
  public let reason: Reason

  /// SQLite's primary result code, or zero if SQLite did not report the error.
  public let code: Int32

  /// SQLite's extended result code, or the system's `errno` if SQLite did not report the error.
  public let extendedCode: Int32

  /// The English message for the code.
  public let message: String

  /// The statement that failed, with `?` where values were bound.
  public let sql: String?

  /// The file, or the folder if that caused the error.
  public let path: String

  /// Creates an error with the given details.
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
  /// Creates an error from the last error of `connection`.
  init(connection: OpaquePointer?, sql: String?, path: String) {
    let extendedCode = sqlite3_extended_errcode(connection)
    self.init(
      extendedCode: extendedCode,
      message: String(cString: sqlite3_errmsg(connection)),
      systemError: sqlite3_system_errno(connection), sql: sql, path: path)
  }

  /// Creates an error from a result code.
  ///
  /// - Parameter systemError: The underlying `errno`, or zero.
  init(extendedCode: Int32, message: String, systemError: Int32, sql: String?, path: String) {
    let code = extendedCode & 0xFF
    let reason: Reason
    switch code {
    // A lock of the write-ahead log that fails again and again is a protocol error.
    case SQLITE_BUSY, SQLITE_PROTOCOL: reason = LockErrors.reason(of: path)
    case SQLITE_IOERR where Self.lockErrors.contains(extendedCode):
      reason = LockErrors.reason(of: path)
    case SQLITE_LOCKED: reason = .locked
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: reason = .cannotOpen
    case SQLITE_READONLY: reason = .readOnly
    case SQLITE_FULL: reason = .diskFull
    // A failed write to shared memory reports a full disk only by its `errno`.
    case SQLITE_IOERR where systemError == ENOSPC || systemError == EDQUOT: reason = .diskFull
    case SQLITE_NOMEM: reason = .outOfMemory
    case SQLITE_IOERR where extendedCode == Self.noMemory: reason = .outOfMemory
    case SQLITE_IOERR: reason = .ioFailure
    // The program writes no value that exceeds the limits.
    case SQLITE_CORRUPT, SQLITE_TOOBIG: reason = .corrupt
    case SQLITE_NOTADB: reason = .notADatabase
    // Only a work budget interrupts a statement.
    case SQLITE_INTERRUPT: reason = .workLimitExceeded
    default: reason = .misuse
    }
    let cause: Int32? =
      switch reason {
      // SQLite's own message is always "unable to open database file".
      case .cannotOpen where systemError != 0: systemError
      case .lockFailure: LockErrors.last
      default: nil
      }
    self.init(
      reason: reason, code: code, extendedCode: extendedCode,
      message: cause.map { systemErrorMessage($0) } ?? message, sql: sql, path: path)
  }

  /// `SQLITE_IOERR_UNLOCK`, `SQLITE_IOERR_RDLOCK`, `SQLITE_IOERR_CHECKRESERVEDLOCK`, `SQLITE_IOERR_LOCK` and
  /// `SQLITE_IOERR_SHMLOCK`.
  private static let lockErrors = [8, 9, 14, 15, 20].map { SQLITE_IOERR | $0 << 8 }
  /// `SQLITE_IOERR_NOMEM`.
  private static let noMemory = SQLITE_IOERR | 12 << 8

  /// Creates an error for a file or folder that the system cannot open or create.
  public init(errno: Int32, path: String) {
    let reason: Reason =
      switch errno {
      case ENOSPC, EDQUOT: .diskFull
      case EIO, ENXIO: .ioFailure
      case ENOMEM: .outOfMemory
      default: .cannotOpen
      }
    self.init(
      reason: reason, code: 0, extendedCode: errno, message: systemErrorMessage(errno), sql: nil,
      path: path)
  }
}
