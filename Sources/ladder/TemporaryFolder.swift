import Clients
import Glibc

/// A folder of its own under the system's temporary one.
struct TemporaryFolder {
  let path: String

  /// - Throws: `DatabaseError` when none can be made.
  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/ladder-demo.XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else {
      throw DatabaseError(
        reason: .cannotOpen, code: 0, extendedCode: errno,
        message: String(cString: strerror(errno)), sql: nil, path: parent)
    }
    path = made
  }

  /// Removes the folder and the database in it.
  func remove() {
    for file in ["ladder.db", "ladder.db-wal", "ladder.db-shm"] { unlink("\(path)/\(file)") }
    rmdir(path)
  }
}
