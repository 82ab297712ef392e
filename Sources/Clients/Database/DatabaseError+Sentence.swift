import Models

extension DatabaseError {
  /// What happened, and what to do about it, in one line for a person.
  ///
  /// The one place that turns a database's trouble into words.
  public var sentence: String {
    let path = path.visibleText
    return switch reason {
    case .cannotOpen:
      "cannot open \(path) (\(message.visibleText)); check that it exists and is yours, or choose "
        + "another folder with --data"
    case .readOnly:
      "cannot write to \(path) (\(message.visibleText)); make the file and its folder writable"
    case .locked:
      "\(path) is in use by another program; try again when that is done"
    case .full:
      "the disk with \(path) is full; make room and try again"
    case .corrupt:
      "\(path) is damaged (\(message.visibleText)) and was left as it is; put a backup in its place"
    case .notADatabase:
      "\(path) is not a Ladder database and was left as it is; choose another folder with --data"
    case .newer:
      "\(path) was made by a newer Ladder and was left as it is; update Ladder to open it"
    case .inputOutput:
      "the disk failed on \(path) (\(message.visibleText)); check the disk and try again"
    case .misuse:
      "Ladder asked \(path) for something it does not have (\(message.visibleText)); please report it"
    }
  }

  /// Everything a fixer needs, for a bug report: no bound value and nobody's name is in it.
  public var details: String {
    var lines = [
      "database: \(path.visibleText)", "code: \(code) (\(extendedCode)) \(message.visibleText)",
    ]
    if let sql { lines.append("statement: \(sql)") }
    return lines.joined(separator: "\n")
  }
}
