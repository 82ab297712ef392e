import Files
import Glibc

extension Connection {
  /// Reopens the database if its file was deleted or replaced while it was open. Data written to a deleted file
  /// would be lost when the program exits.
  ///
  /// A deleted file is written again with its full contents. A replacement is opened, and the contents of the old
  /// file are kept beside it as a backup. The old file is closed last, so a failed attempt can be repeated without
  /// losing data.
  ///
  /// - Throws: ``DatabaseError``; the old file remains open.
  /// - Complexity: O(1); O(size of the database) if the file was deleted or replaced.
  func reopenReplacedFile() throws {
    guard !isTransient, let format, let file, FileIdentity(path) != file else { return }
    do {
      try reopen(format)
    } catch BackupError.failed(let path, let reason) {
      throw DatabaseError(reason: .cannotOpen, message: reason, path: path)
    }
  }

  private func reopen(_ format: DatabaseFormat) throws {
    var exists = access(path, F_OK) == 0
    if !exists {
      do {
        if let folder = path.parentPath { _ = makePrivateFolder(folder) }
        removeStaleLog()
        try backUp(to: path, shouldCheckIntegrity: false)
      } catch BackupError.alreadyExists {
        exists = true
      }
    }
    if exists {
      // Back up once for each replacement: if it cannot be opened, every request gets here again.
      let found = FileIdentity(path)
      if backedUpReplacement == nil || backedUpReplacement != found {
        try AutomaticBackup.make(before: .replacement, of: path) {
          try backUp(to: $0, shouldCheckIntegrity: false)
        }
        backedUpReplacement = found
      }
      removeStaleLog()
    }
    replaceHandle(with: try Connection.open(path, as: format, busyTimeout: busyTimeout))
  }

  /// Removes the write-ahead log of the open file unless another file has its name already. SQLite would otherwise
  /// apply the log to the file that now has the database's name.
  private func removeStaleLog() {
    guard let log, FileIdentity(path + "-wal") == log else { return }
    unlink(path + "-wal")
    unlink(path + "-shm")
  }
}
