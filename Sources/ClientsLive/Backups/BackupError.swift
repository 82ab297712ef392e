import Models

/// Why a backup was not made, or not put back.
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

  /// What happened and what to do about it, in one line for a person.
  public var sentence: String {
    switch self {
    case .nothingThere(let folder):
      "there is no database in \(folder.visibleText) yet; --data says where another one is"
    case .isThere(let path):
      "\(path.visibleText) is there already and was left as it is; choose another name"
    case .failed(let path, let reason):
      "cannot use \(path.visibleText) (\(reason.visibleText)); nothing was changed, "
        + "make room or choose another file"
    case .unusable(let path, let reason):
      "\(path.visibleText) cannot be restored (\(reason.visibleText)); nothing was changed, "
        + "choose another backup"
    case .inUse(let path, let process):
      "\(path.visibleText) is open in another program"
        + (process.map { " (process \($0))" } ?? "") + "; close that first, nothing was changed"
    }
  }
}
