import CSQLite
import Glibc

extension Connection {
  /// The largest file that is copied to memory, in bytes: 256 MB.
  private static let maxCopySize = 256 << 20

  /// Opens a copy of the database at `path` in memory. Only the one file is read, and nothing is written beside it. The
  /// work of each request is bounded (``WorkBudget``).
  ///
  /// - Throws: ``DatabaseError``, as ``open(_:as:busyTimeout:)``, and where it is no regular file, is larger than 256 MB,
  ///   or has changes in a log beside it.
  /// - Complexity: O(size of the file).
  public static func copy(
    ofFileAt path: String, as format: DatabaseFormat
  ) throws -> Connection {
    let log = path + "-wal"
    var status = stat()
    if stat(log, &status) == 0, status.st_size > 0 {
      throw refusal("\(log) has changes that are not in it yet; make a backup of it first", path)
    }
    let copy = try Connection(path: ":memory:")
    do {
      try copy.load(contents(of: path))
      try copy.adopt(format)
      copy.limitWork(to: WorkBudget.request)
    } catch let error as DatabaseError {
      throw error.named(path)
    }
    return copy
  }

  /// Opens a copy of a database, damage included, that is gone when it is closed and need not fit in memory.
  ///
  /// - Throws: ``DatabaseError``, as ``unchanged(_:as:busyTimeout:)``.
  /// - Complexity: O(size of the file).
  public static func scratchCopy(
    ofFileAt path: String, as format: DatabaseFormat
  ) throws -> Connection {
    let original = try unchanged(path, as: format)
    defer { original.close() }
    // A database without a name is a temporary one, which SQLite puts on the disk when it grows.
    let copy = try Connection(path: "")
    do {
      try original.copyAll(to: copy)
    } catch let error as DatabaseError {
      throw error.named(path)
    }
    return copy
  }

  /// Takes the bytes of a database file in the place of what this database in memory holds.
  ///
  /// - Parameter bytes: From `sqlite3_malloc64`; they are SQLite's from now on, also when this throws.
  /// - Throws: ``DatabaseError``.
  private func load(_ bytes: UnsafeMutableBufferPointer<UInt8>?) throws {
    guard let bytes else { return }
    // In memory there is no write-ahead log; the two bytes that ask for one are at the same place in every version.
    // Source: https://sqlite.org/fileformat2.html#file_format_version_numbers
    if bytes.count > 19, bytes[18] == 2, bytes[19] == 2 { (bytes[18], bytes[19]) = (1, 1) }
    let size = Int64(bytes.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    guard
      sqlite3_deserialize(handle, "main", bytes.baseAddress, size, size, flags) == SQLITE_OK
    else { throw DatabaseError(connection: handle, sql: nil, path: path) }
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
    guard size <= maxCopySize else {
      throw refusal("it has more than \(maxCopySize >> 20) MB", path)
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
  package func named(_ path: String) -> DatabaseError {
    DatabaseError(
      reason: reason, code: code, extendedCode: extendedCode, message: message, sql: sql, path: path
    )
  }
}
