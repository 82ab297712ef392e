import CSystem
import Files
import Glibc

/// A file that is written under a temporary name and then moved to its destination.
///
/// An existing file at the destination stays unchanged until the move. If the program is killed, the temporary file
/// remains; ``temporaryFileInfix`` in its name identifies it.
public final class TemporaryFile {
  /// The current path of the file.
  public let path: String
  private let destination: String
  /// The descriptor for writing.
  public let file: Int32
  /// The path of a link to the temporary file, by which another run can find it.
  private let link: String?

  /// The suffixes of the files that SQLite puts beside a database.
  public static let companionSuffixes = ["-wal", "-shm", "-journal"]

  /// Creates an empty temporary file of mode 0600 in the folder of `destination`.
  ///
  /// - Parameters:
  ///   - destination: The final path of the file.
  ///   - linkPrefix: The path and the beginning of the name of a link to the temporary file, if the file is in a folder
  ///     that is not searched for abandoned files. If the link cannot be created, the file is created without it.
  /// - Throws: ``BackupError``.
  public init(for destination: String, linkPrefix: String? = nil) throws(BackupError) {
    self.destination = destination
    guard let temporary = makeTemporaryFile(for: destination) else {
      throw .failed(path: destination, reason: systemErrorMessage())
    }
    (file, path) = temporary
    link = linkPrefix.flatMap { [path] in Self.makeLink(to: path, prefix: $0) }
  }

  /// Creates a link to a temporary file, with a name that ends with the same random letters.
  ///
  /// - Returns: The path of the link, or `nil` if it cannot be made.
  private static func makeLink(to path: String, prefix: String) -> String? {
    guard let resolved = realPath(path) else { return nil }
    let link = "\(prefix)\(temporaryFileInfix)\(path.suffix(6))"
    return symlink(resolved, link) == 0 ? link : nil
  }

  deinit {
    close(file)
    unlink(path)
    for suffix in Self.companionSuffixes { unlink(path + suffix) }
    // The link is removed last, so that the file can be found if the program is killed before that.
    if let link { unlink(link) }
  }

  /// Appends the contents of the file at `source`.
  ///
  /// - Throws: ``BackupError``, also if `source` is not a regular file.
  /// - Complexity: O(n) in the bytes.
  public func copyContents(from source: String) throws(BackupError) {
    // Nonblocking, because opening a pipe would otherwise wait for a writer.
    let input = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw .failed(path: source, reason: systemErrorMessage()) }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0 else {
      throw .failed(path: source, reason: systemErrorMessage())
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .failed(path: source, reason: fileTypeMismatch(status.st_mode))
    }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &part, part.count)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed(path: source, reason: systemErrorMessage()) }
      try write(part[..<count])
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(BackupError) {
    guard writeAll(bytes, to: file) else {
      throw .failed(path: destination, reason: systemErrorMessage())
    }
  }

  /// Syncs the file to the disk and moves it to its destination.
  ///
  /// - Parameter shouldReplace: Whether to replace an existing file at the destination.
  /// - Throws: ``BackupError``; the destination is unchanged.
  public func moveIntoPlace(shouldReplace: Bool = false) throws(BackupError) {
    guard fsync(file) == 0 else { throw .failed(path: destination, reason: systemErrorMessage()) }
    if shouldReplace {
      guard rename(path, destination) == 0 else {
        throw .failed(path: destination, reason: systemErrorMessage())
      }
    } else {
      try linkIntoPlace()
    }
    syncFolder(of: destination)
  }

  private func linkIntoPlace() throws(BackupError) {
    // Unlike `rename`, `link` fails if the name is in use.
    if Glibc.link(path, destination) == 0 {
      unlink(path)
      return
    }
    // Some file systems do not support hard links.
    let hasNoLinks = errno == EPERM || errno == EOPNOTSUPP
    if hasNoLinks, access(destination, F_OK) != 0, rename(path, destination) == 0 { return }
    throw errno == EEXIST || hasNoLinks && access(destination, F_OK) == 0
      ? .alreadyExists(path: destination) : .failed(path: destination, reason: systemErrorMessage())
  }
}

// MARK: - Locks

/// A lock that keeps other programs from opening a database file.
///
/// While a database with a write-ahead log is open, SQLite holds a lock on certain bytes of its file. This type
/// locks the same bytes, with an open-file-description lock.
///
/// SQLite's locks belong to the process and end when the process closes any descriptor of the file. Do not use this
/// type for a database that the process has open itself.
public final class DatabaseLock {
  private let file: Int32

  /// The first of the bytes that SQLite locks: one for pending locks, one for reserved locks, then those for readers.
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
    // If the file system does not support locks, SQLite has no lock on the file.
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
