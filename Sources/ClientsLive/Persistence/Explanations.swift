import Clients
import Models
import SQLite

extension DatabaseError: ExplainedError {
  /// A description of the error. Together with ``remedy`` this is the only place that turns database errors into
  /// sentences.
  public var summary: String {
    let path = path.escapedText
    let message = message.escapedText
    return switch reason {
    case .cannotOpen: "cannot open \(path) (\(message))"
    case .worldWritable: "\(path) can be changed by everyone on this machine"
    case .ownedByOtherUser: "\(path) belongs to another user"
    case .linkOwnedByOtherUser: "\(path) is a symbolic link that another user created"
    case .notARegularFile: "\(path) is \(message), not a regular file"
    case .unexpectedJournal: "\(path) is not a journal that Ladder wrote (\(message))"
    case .readOnly: "cannot write to \(path) (\(message))"
    case .locked: "\(path) is in use by another program"
    case .withoutLocks: "\(path) is on a file system that does not support locks"
    case .lockFailure: "\(path) could not be locked (\(message))"
    case .diskFull: "the disk with \(path) is full"
    case .corrupt: "\(path) is damaged (\(message)) and was not changed"
    case .notADatabase: "\(path) is not a Ladder database and was not changed"
    case .unexpectedSchema: "\(path) has an unexpected schema (\(message)) and was not changed"
    case .newerVersion: "\(path) was made by a newer Ladder and was not changed"
    case .workLimitExceeded: "the script's database takes too many steps to read"
    case .ioFailure: "disk error while using \(path) (\(message))"
    case .outOfMemory: "there is not enough memory for \(path)"
    case .misuse: "Ladder used \(path) incorrectly (\(message))"
    }
  }

  /// The action that resolves the error.
  public var remedy: String {
    switch reason {
    case .cannotOpen:
      "check that it exists and is yours, or choose another folder with --data"
    case .worldWritable:
      "remove that permission with chmod o-w, or choose another folder with --data"
    case .ownedByOtherUser: "change its owner with chown, or choose another folder with --data"
    case .linkOwnedByOtherUser, .unexpectedJournal, .notARegularFile:
      "remove it, or choose another folder with --data"
    case .readOnly: "make the file and its folder writable"
    case .locked: "try again when it has finished"
    case .withoutLocks:
      "start its lock service (for NFS, rpc.statd), or choose a folder on a local disk with --data"
    case .lockFailure: "try again; if it is on a network drive, check that drive's lock service"
    case .diskFull: "make room and try again"
    case .corrupt: "restore a backup with \"ladder restore FILE\""
    case .unexpectedSchema:
      "undo the change with sqlite3, or restore a backup with \"ladder restore FILE\""
    case .notADatabase: "choose another folder with --data"
    case .newerVersion: "update Ladder to open it"
    case .workLimitExceeded: "give the script a copy made with \"ladder backup FILE\""
    case .ioFailure: "check the disk and try again"
    case .outOfMemory: "close other programs and try again"
    case .misuse: "please report it"
    }
  }

  /// The details for a bug report, without bound values or names of people.
  public var details: String {
    var lines = [
      "database: \(path.escapedText)", "code: \(code) (\(extendedCode)) \(message.escapedText)",
    ]
    if let sql { lines.append("statement: \(sql)") }
    return lines.joined(separator: "\n")
  }
}

extension BackupError: ExplainedError {
  public var summary: String { cause.escapedText }
}
