import CSQLite
import Files
import Glibc

extension Connection {
  /// The maximum size of a file to be copied to memory, in bytes: 256 MB.
  private static let maxCopySize = 256 << 20

  /// Opens an in-memory copy of the database at `path`. Reads only that file and writes nothing beside it. The work
  /// of each request is limited (``WorkBudget``).
  ///
  /// - Throws: ``DatabaseError``, as ``open(_:as:busyTimeout:)``, and if the file is not a regular one, is larger
  ///   than 256 MB, or has changes in a write-ahead log.
  /// - Complexity: O(size of the file).
  public static func inMemoryCopy(
    ofFileAt path: String, as format: DatabaseFormat
  ) throws -> Connection {
    let log = path + "-wal"
    var status = stat()
    if stat(log, &status) == 0, status.st_size > 0 {
      throw openError("\(log) has changes that are not in it yet; make a backup of it first", path)
    }
    let copy = try Connection(path: ":memory:")
    do {
      try copy.deserialize(readFile(at: path))
      try copy.configureAndMigrate(to: format)
      copy.limitWork(to: WorkBudget.stepsPerRequest)
    } catch let error as DatabaseError {
      throw error.withPath(path)
    }
    return copy
  }

  /// Opens a temporary copy of a database, which may be damaged and need not fit in memory. The copy is deleted
  /// when it is closed.
  ///
  /// - Throws: ``DatabaseError``, as ``openWithoutMigrating(_:as:busyTimeout:)``.
  /// - Complexity: O(size of the file).
  public static func temporaryCopy(
    ofFileAt path: String, as format: DatabaseFormat
  ) throws -> Connection {
    let original = try openWithoutMigrating(path, as: format)
    defer { original.close() }
    // A database with an empty name is temporary; SQLite moves it to the disk when it grows.
    let copy = try Connection(path: "")
    do {
      try original.copyContents(to: copy)
    } catch let error as DatabaseError {
      throw error.withPath(path)
    }
    return copy
  }

  /// Replaces the contents of this in-memory database with the bytes of a database file.
  ///
  /// - Parameter bytes: Memory from `sqlite3_malloc64`. SQLite owns it from now on, even if this throws.
  /// - Throws: ``DatabaseError``.
  private func deserialize(_ bytes: UnsafeMutableBufferPointer<UInt8>?) throws {
    guard let bytes else { return }
    // An in-memory database cannot have a write-ahead log. The two bytes that request one have the same offset in
    // every version. Source: https://sqlite.org/fileformat2.html#file_format_version_numbers
    if bytes.count > 19, bytes[18] == 2, bytes[19] == 2 { (bytes[18], bytes[19]) = (1, 1) }
    let size = Int64(bytes.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    guard
      sqlite3_deserialize(handle, "main", bytes.baseAddress, size, size, flags) == SQLITE_OK
    else { throw DatabaseError(connection: handle, sql: nil, path: path) }
  }

  /// Returns the bytes of a regular file in memory allocated by SQLite, or `nil` if it is empty.
  private static func readFile(at path: String) throws -> UnsafeMutableBufferPointer<UInt8>? {
    // Nonblocking, because opening a pipe would otherwise wait for a writer.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw DatabaseError(errno: errno, path: path) }
    defer { Glibc.close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw DatabaseError(errno: errno, path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw openError(fileTypeMismatch(status.st_mode), path)
    }
    let size = Int(status.st_size)
    guard size <= maxCopySize else {
      throw openError("it has more than \(maxCopySize >> 20) MB", path)
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

  private static func openError(_ message: String, _ path: String) -> DatabaseError {
    DatabaseError(reason: .cannotOpen, message: message, path: path)
  }
}

extension DatabaseError {
  /// Returns the same error with the path of the original file.
  package func withPath(_ path: String) -> DatabaseError {
    DatabaseError(
      reason: reason, code: code, extendedCode: extendedCode, message: message, sql: sql, path: path
    )
  }
}
