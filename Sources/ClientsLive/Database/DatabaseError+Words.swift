import Clients
import Models
import SQLite

extension DatabaseError: ExplainedError {
  /// What happened and where. With ``remedy`` the one place that turns a database's trouble into words.
  public var happened: String {
    let path = path.visibleText
    let message = message.visibleText
    return switch reason {
    case .cannotOpen: "cannot open \(path) (\(message))"
    case .openToAll: "\(path) can be written to by everybody on this machine"
    case .foreignOwner: "\(path) belongs to another user"
    case .foreignLink: "\(path) is a link that somebody else has put there"
    case .notAFile: "\(path) is not a file"
    case .foreignJournal: "\(path) is not a journal that Ladder wrote (\(message))"
    case .readOnly: "cannot write to \(path) (\(message))"
    case .locked: "\(path) is in use by another program"
    case .full: "the disk with \(path) is full"
    case .corrupt: "\(path) is damaged (\(message)) and was left as it is"
    case .notADatabase: "\(path) is not a Ladder database and was left as it is"
    case .foreignSchema: "\(path) is not as Ladder made it (\(message)) and was left as it is"
    case .newer: "\(path) was made by a newer Ladder and was left as it is"
    case .unreleased:
      "\(path) was made by a Ladder from before its first release and was left as it is"
    case .tooMuchWork: "the script's database takes more work than one of Ladder's"
    case .inputOutput: "the disk failed on \(path) (\(message))"
    case .misuse: "Ladder asked \(path) for something it does not have (\(message))"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch reason {
    case .cannotOpen:
      "check that it exists and is yours, or choose another folder with --data"
    case .openToAll: "take that right back with chmod o-w, or choose another folder with --data"
    case .foreignOwner: "take it over with chown, or choose another folder with --data"
    case .foreignLink, .foreignJournal, .notAFile: "remove it, or choose another folder with --data"
    case .readOnly: "make the file and its folder writable"
    case .locked: "try again when that is done"
    case .full: "make room and try again"
    case .corrupt: "put a backup in its place"
    case .foreignSchema:
      "undo that with sqlite3, or put a backup in its place with \"ladder restore FILE\""
    case .notADatabase, .unreleased: "choose another folder with --data"
    case .newer: "update Ladder to open it"
    case .tooMuchWork: "let the script have a copy that 'ladder backup' has made"
    case .inputOutput: "check the disk and try again"
    case .misuse: "please report it"
    }
  }

  /// What is needed to mend it, for a bug report: no bound value and no name of a person is in it.
  public var details: String {
    var lines = [
      "database: \(path.visibleText)", "code: \(code) (\(extendedCode)) \(message.visibleText)",
    ]
    if let sql { lines.append("statement: \(sql)") }
    return lines.joined(separator: "\n")
  }
}
