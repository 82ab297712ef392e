import Files
import Glibc

extension Connection {
  /// Opens the database again where its file was deleted or replaced while it was open: what is written to a file without
  /// a name is gone with the program.
  ///
  /// A file that was deleted is written again, with everything. One that took its place is opened, and what was in the
  /// old one is kept beside it as a backup. The last to go is the old file, so that trying again loses nothing.
  ///
  /// - Throws: ``DatabaseError``; the old file stays open then.
  /// - Complexity: O(1); O(size of the database) where something has happened.
  func follow() throws {
    guard !isTransient, let format, let file, FileIdentity(path) != file else { return }
    do {
      try reopen(format)
    } catch BackupError.failed(let path, let reason) {
      throw DatabaseError(reason: .cannotOpen, message: reason, path: path)
    }
  }

  private func reopen(_ format: DatabaseFormat) throws {
    var isThere = access(path, F_OK) == 0
    if !isThere {
      do {
        if let folder = path.parentPath { _ = makePrivateFolder(folder) }
        removeOwnLog()
        try backUp(to: path, isChecked: false)
      } catch BackupError.isThere {
        isThere = true
      }
    }
    if isThere {
      // Once: where it cannot be opened, this is tried again with each request.
      let found = FileIdentity(path)
      if replacement == nil || replacement != found {
        try KeptBackup.make(before: .replacement, of: path) { try backUp(to: $0, isChecked: false) }
        replacement = found
      }
      removeOwnLog()
    }
    take(try Connection.open(path, as: format, busyTimeout: busyTimeout))
  }

  /// Removes the log that belongs to the file that is open, where it has kept its name: SQLite would take it for one of
  /// the file that has the database's name now.
  private func removeOwnLog() {
    guard let log, FileIdentity(path + "-wal") == log else { return }
    unlink(path + "-wal")
    unlink(path + "-shm")
  }
}
