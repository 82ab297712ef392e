/// An error of a backup or a restore.
public enum BackupError: Error, Hashable, Sendable {
  /// The folder contains no database.
  case missingDatabase(folder: String)
  /// A file with the backup's name already exists.
  case alreadyExists(path: String)
  /// A file could not be read or written; `reason` is the system's error message.
  case failed(path: String, reason: String)
  /// The file to be restored is not a database that this program can use.
  case unusable(path: String, reason: String)
  /// Another program has the database open; `process` is its ID, if the system reports it.
  case inUse(path: String, process: Int32?)
}
