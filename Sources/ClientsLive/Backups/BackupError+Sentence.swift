import Models
import SQLite

extension BackupError {
  /// A one-line description of the error and its remedy.
  public var sentence: String {
    switch self {
    case .missingDatabase(let folder):
      "there is no database in \(folder.escapedText) yet; choose another folder with --data"
    case .alreadyExists(let path):
      "\(path.escapedText) already exists and was not changed; choose another name"
    case .failed(let path, let reason):
      "cannot use \(path.escapedText) (\(reason.escapedText)); nothing was changed, "
        + "make room or choose another file"
    case .unusable(let path, let reason):
      "\(path.escapedText) cannot be restored (\(reason.escapedText)); nothing was changed, "
        + "choose another backup"
    case .inUse(let path, let process):
      "\(path.escapedText) is open in another program"
        + (process.map { " (process \($0))" } ?? "")
        + "; nothing was changed, close that program first"
    }
  }
}
