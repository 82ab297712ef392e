import CSQLite
import CSystem
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
    /// Every user of the machine can replace files in the folder.
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
    /// The file system does not support locks.
    case withoutLocks
    /// The file system supports locks but refused one that no other program holds.
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
  public internal(set) var reason: Reason

  /// SQLite's primary result code, or zero if SQLite did not report the error.
  public let code: Int32

  /// SQLite's extended result code, or the system's `errno` if SQLite did not report the error.
  public let extendedCode: Int32

  /// The English message for the code.
  public internal(set) var message: String

  /// The statement that failed, with `?` where values were bound.
  public let sql: String?

  /// The file, or the folder if that caused the error.
  public package(set) var path: String

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
    // SQLite reports a protocol error if it cannot lock the write-ahead log after many attempts.
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
    // The program never writes a value that exceeds the limits.
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

// MARK: - Failed reads

/// Distinguishes damage from failed reads: SQLite reports some disk errors, such as EIO, as damage
/// (`SQLITE_IOERR_CORRUPTFS`).
extension Connection {
  /// Returns the last error of the connection. The database is read again before damage is reported.
  ///
  /// - Complexity: O(1); O(n log n) in the size of the database for damage.
  func lastError(sql: String?) -> DatabaseError {
    let error = DatabaseError(connection: handle, sql: sql, path: path)
    return error.code == SQLITE_CORRUPT ? readFailure(sql: sql) ?? error : error
  }

  /// Reads the whole database again.
  ///
  /// - Returns: An error if a read failed, now or before; `nil` if the database is damaged.
  /// - Complexity: O(n log n) in the size of the database.
  func readFailure(sql: String? = nil) -> DatabaseError? {
    guard !isReadingAgain else { return nil }
    isReadingAgain = true
    defer { isReadingAgain = false }
    // Otherwise SQLite would use the pages in memory.
    sqlite3_db_release_memory(handle)
    let code =
      readError(ofFile: SQLITE_FCNTL_FILE_POINTER)
      ?? readError(ofFile: SQLITE_FCNTL_JOURNAL_POINTER)
    if let code { return readError(systemErrorMessage(code), sql) }
    guard let errors = try? checkIntegrity(), errors.isEmpty else { return nil }
    return readError("a read failed, but succeeded when repeated", sql)
  }

  private func readError(_ message: String, _ sql: String?) -> DatabaseError {
    DatabaseError(
      reason: .ioFailure, code: SQLITE_IOERR, extendedCode: SQLITE_IOERR, message: message,
      sql: sql, path: path)
  }

  /// Reads one of SQLite's files through SQLite. Closing a separate descriptor would release SQLite's locks.
  ///
  /// - Parameter pointer: `SQLITE_FCNTL_FILE_POINTER`, or `SQLITE_FCNTL_JOURNAL_POINTER` for the write-ahead log.
  /// - Returns: The `errno` of the first failed read; `nil` if all succeed or there is no such file.
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

// MARK: - Locks

/// The errors of SQLite's locks. If the system refuses a lock, for example because it has no lock service, SQLite
/// reports that another program holds it, and waits.
enum LockErrors {
  /// Makes SQLite record the errors of locks, and not wait for a refused lock. Takes effect when first read.
  static let areRecorded: Bool = {
    // `fcntl` is one of the functions that SQLite lets a program replace. Source: `aSyscall` in SQLite's `os_unix.c`.
    guard let standard = sqlite3_vfs_find(nil),
      standard.pointee.xSetSystemCall?(standard, "fcntl", csys_fcntl_recording_errors())
        == SQLITE_OK
    else { return false }
    // A registered virtual file system must not be changed, so this is a copy.
    let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    copy.initialize(to: standard.pointee)
    copy.pointee.pNext = nil
    copy.pointee.zName = UnsafePointer(strdup("recording-locks"))
    copy.pointee.xSleep = { _, microseconds in
      if LockErrors.last == nil { usleep(UInt32(microseconds)) }
      return microseconds
    }
    return sqlite3_vfs_register(copy, 1) == SQLITE_OK
  }()

  /// The `errno` of this thread's last attempt to lock; `nil` if it succeeded or another program holds the lock.
  static var last: Int32? {
    let code = csys_lock_error()
    return [0, EAGAIN, EACCES].contains(code) ? nil : code
  }

  /// Returns the reason to report for this thread's last attempt to lock.
  ///
  /// - Parameter path: The path of the database.
  static func reason(of path: String) -> DatabaseError.Reason {
    switch last {
    case nil: .locked
    case EINVAL, ENOSYS, EOPNOTSUPP: .withoutLocks
    // A file system without locks refuses them for other files too.
    case ENOLCK: hasLocks(beside: path) ? .lockFailure : .withoutLocks
    default: .lockFailure
    }
  }

  /// Returns whether the file system of a file supports locks. Tests another file, because closing a second descriptor
  /// of the database would release SQLite's locks.
  private static func hasLocks(beside path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return csys_folder_has_locks(folder) != 0
  }
}
