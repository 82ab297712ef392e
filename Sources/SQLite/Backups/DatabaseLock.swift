import CSystem
import Files
import Glibc

/// A lock that keeps other programs from opening a database file.
///
/// While a database with a write-ahead log is open, SQLite holds a lock on certain bytes of its file. This type
/// locks the same bytes, with an open-file-description lock.
///
/// SQLite's locks belong to the process and end when the process closes any descriptor of the file. Do not use this
/// type for a database that the process has open itself.
public final class DatabaseLock {
  private let file: Int32

  /// The first byte that SQLite locks: one byte for pending and one for reserved locks, then those of the readers.
  private static let firstLockByte: Int64 = 0x4000_0000
  private static let lockByteCount: Int64 = 512

  /// Creates a lock on the database at `path`, or returns `nil` if there is no such file.
  ///
  /// - Throws: ``BackupError`` if another program has the database open.
  public init?(_ path: String) throws(BackupError) {
    let writable = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    // A read-only file can still be tested for locks, and no program can write to it.
    file = writable >= 0 ? writable : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .failed(path: path, reason: systemErrorMessage())
    }
    // If the file system has no locks, SQLite has none there either.
    var holder = pid_t()
    guard csys_lock_bytes(file, Self.firstLockByte, Self.lockByteCount, &holder) != 0 else {
      return
    }
    // From here on, `deinit` closes the file, even after an error.
    throw .inUse(path: path, process: holder > 0 ? holder : nil)
  }

  deinit {
    csys_unlock_bytes(file, Self.firstLockByte, Self.lockByteCount)
    close(file)
  }
}
