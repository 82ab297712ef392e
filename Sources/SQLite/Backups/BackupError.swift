/// A reason why a backup was not made, or not put back.
public enum BackupError: Error, Hashable, Sendable {
  /// There is no database in the folder.
  case nothingThere(folder: String)
  /// The backup would take a name that something else has.
  case isThere(path: String)
  /// A file could not be read or written; `reason` is the system's.
  case failed(path: String, reason: String)
  /// A file that was to be put back is none that this program can work with.
  case unusable(path: String, reason: String)
  /// Another program has the database open: the process, where the system tells which.
  case inUse(path: String, process: Int32?)
}
