import CSQLite
import CSystem
import Glibc

/// The errors of SQLite's locks. SQLite reports a lock that the system refuses, such as for lack of a lock service, as one
/// that another program holds, and waits for it.
enum LockErrors {
  /// Makes SQLite record the errors of locks, and not wait for a lock that nobody holds. It does so from the first use on.
  static let areRecorded: Bool = {
    // `fcntl` is one of the functions that a program may replace. Source: `aSyscall` in SQLite's `os_unix.c`.
    guard let standard = sqlite3_vfs_find(nil),
      standard.pointee.xSetSystemCall?(standard, "fcntl", csys_fcntl_recording_errors())
        == SQLITE_OK
    else { return false }
    // A registered file system must not be changed, so this is another one.
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

  /// The `errno` of this thread's last lock; `nil` if it was taken or another program holds it.
  static var last: Int32? {
    let code = csys_lock_error()
    return [0, EAGAIN, EACCES].contains(code) ? nil : code
  }

  /// The reason to report for this thread's last lock.
  ///
  /// - Parameter path: The path of the database.
  static func reason(of path: String) -> DatabaseError.Reason {
    switch last {
    case nil: .locked
    case EINVAL, ENOSYS, EOPNOTSUPP: .withoutLocks
    // A file system without locks refuses them for other files, too.
    case ENOLCK: hasLocks(beside: path) ? .lockFailure : .withoutLocks
    default: .lockFailure
    }
  }

  /// Returns whether the file system of a file has locks. Tests it with another file: closing a second descriptor of the
  /// database would end SQLite's locks.
  private static func hasLocks(beside path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return csys_folder_has_locks(folder) != 0
  }
}
