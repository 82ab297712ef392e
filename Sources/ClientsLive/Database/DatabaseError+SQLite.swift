import CSQLite
import Clients
import Glibc

extension DatabaseError {
  /// The last error of `connection`.
  init(connection: OpaquePointer?, sql: String?, path: String) {
    let extendedCode = sqlite3_extended_errcode(connection)
    self.init(
      extendedCode: extendedCode,
      message: String(cString: sqlite3_errmsg(connection)),
      systemError: sqlite3_system_errno(connection), sql: sql, path: path)
  }

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
    // Nothing of ours is larger than the limits allow.
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
      message: systemSays ? Self.text(errno: systemError) : message, sql: sql, path: path)
  }

  /// A file or folder that the system would not open or make.
  init(errno: Int32, path: String) {
    self.init(
      reason: errno == ENOSPC || errno == EDQUOT ? .full : .cannotOpen, code: 0,
      extendedCode: errno, message: Self.text(errno: errno), sql: nil, path: path)
  }

  private static func text(errno: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let text = buffer.baseAddress, strerror_r(errno, text, buffer.count) == 0 else {
        return "error \(errno)"
      }
      return String(cString: text)
    }
  }
}
