import CSystem
import Files
import Glibc

/// Shuts every other program out of a database file, or finds that one has it open.
///
/// SQLite marks a file that it works with by a lock on certain bytes, and holds it for as long as a database with a log
/// is open. This takes the same bytes for itself, by the kind of lock that belongs to an open file and not to a process.
///
/// SQLite's are of the other kind, and end when any file of that name is closed: not for a process that has the database
/// open itself.
public final class DatabaseLock {
  private let file: Int32

  /// Where SQLite's locks are: one byte each for a process that waits and one that is about to write, then those of the readers.
  private static let first: Int64 = 0x4000_0000
  private static let count: Int64 = 512

  /// Returns `nil` where there is no such file.
  ///
  /// - Throws: ``BackupError`` when another program has it open.
  public init?(_ path: String) throws(BackupError) {
    let writable = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    // One that may only be read can be asked about, and no program writes to it.
    file = writable >= 0 ? writable : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .failed(path: path, reason: systemReason())
    }
    // A file system without locks is one on which SQLite has none, either.
    var holder = pid_t()
    guard csys_lock_bytes(file, Self.first, Self.count, &holder) != 0 else { return }
    close(file)
    throw .inUse(path: path, process: holder > 0 ? holder : nil)
  }

  deinit {
    csys_unlock_bytes(file, Self.first, Self.count)
    close(file)
  }
}
