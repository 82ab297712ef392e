import Models
import SQLite

extension BackupError {
  /// A one-line description of the error and its remedy.
  public var sentence: String {
    switch self {
    case .missingDatabase(let folder):
      "there is no database in \(folder.visibleText) yet; choose another folder with --data"
    case .alreadyExists(let path):
      "\(path.visibleText) already exists and was not changed; choose another name"
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
