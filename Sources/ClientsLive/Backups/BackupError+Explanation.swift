import Clients
import Models
import SQLite

extension BackupError: ExplainedError {
  public var summary: String {
    switch self {
    case .missingDatabase(let folder):
      "there is no database in \(folder.escapedText) yet"
    case .alreadyExists(let path):
      "\(path.escapedText) already exists and was not changed"
    case .failed(let path, let reason):
      "cannot use \(path.escapedText) (\(reason.escapedText))"
    case .unusable(let path, let reason):
      "\(path.escapedText) cannot be restored (\(reason.escapedText))"
    case .inUse(let path, let process):
      "\(path.escapedText) is open in another program"
        + (process.map { " (process \($0))" } ?? "")
    }
  }

  public var remedy: String {
    switch self {
    case .missingDatabase: "choose another folder with --data"
    case .alreadyExists: "choose another name"
    case .failed: "nothing was changed, make room or choose another file"
    case .unusable: "nothing was changed, choose another backup"
    case .inUse: "nothing was changed, close that program first"
    }
  }

  public var details: String {
    switch self {
    case .missingDatabase: "a backup of no database"
    case .alreadyExists: "a backup's file exists"
    case .failed(_, let reason): "a backup's file: \(reason)"
    case .unusable(_, let reason): "a backup is unusable: \(reason)"
    case .inUse: "the database is in use"
    }
  }
}
