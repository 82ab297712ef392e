import CSQLite
import Clients
import Glibc

extension Connection {
  /// The largest file that is copied to memory, in bytes: 256 MB, more than a million workouts.
  private static let largestCopy = 256 << 20

  /// Opens a copy of the database at `path` in memory. Only the one file is read, and nothing is written beside it. The
  /// work of each request is bounded (``WorkBudget``).
  ///
  /// - Throws: ``DatabaseError``, as ``open(in:busyTimeout:)``, and where it is no regular file, is larger than
  ///   256 MB, or has changes in a log beside it.
  /// - Complexity: O(size of the file).
  public static func copy(ofFileAt path: String) throws -> Connection {
    let log = path + "-wal"
    var status = stat()
    if stat(log, &status) == 0, status.st_size > 0 {
      throw refusal("\(log) has changes that are not in it yet; copy it with 'ladder backup'", path)
    }
    let copy = try Connection(path: ":memory:")
    do {
      try copy.load(contents(of: path))
      try copy.adopt(busyTimeout: .zero, migrations: Migration.all)
      copy.limitWork(to: WorkBudget.request)
    } catch let error as DatabaseError {
      throw error.named(path)
    }
    return copy
  }

  /// The bytes of a regular file, in memory of SQLite's; `nil` where there are none.
  private static func contents(of path: String) throws -> UnsafeMutableBufferPointer<UInt8>? {
    // Without waiting, should a pipe have that name.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw DatabaseError(errno: errno, path: path) }
    defer { Glibc.close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw DatabaseError(errno: errno, path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal("it is not a file", path) }
    let size = Int(status.st_size)
    guard size <= largestCopy else {
      throw refusal("it has more than \(largestCopy >> 20) MB", path)
    }
    guard size > 0 else { return nil }
    guard let memory = sqlite3_malloc64(UInt64(size)) else {
      throw DatabaseError(errno: ENOMEM, path: path)
    }
    let bytes = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt8.self, capacity: size), count: size)
    var filled = 0
    while filled < size {
      let count = Glibc.read(file, memory + filled, size - filled)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = DatabaseError(errno: count < 0 ? errno : EIO, path: path)
        sqlite3_free(memory)
        throw error
      }
      filled += count
    }
    return bytes
  }

  private static func refusal(_ message: String, _ path: String) -> DatabaseError {
    DatabaseError(reason: .cannotOpen, message: message, path: path)
  }
}

extension DatabaseError {
  /// The same error of the file that was copied.
  fileprivate func named(_ path: String) -> DatabaseError {
    DatabaseError(
      reason: reason, code: code, extendedCode: extendedCode, message: message, sql: sql, path: path
    )
  }
}
