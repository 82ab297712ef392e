extension DatabaseError {
  /// What happened, and what to do about it, in one line for a person.
  ///
  /// The one place that turns a database's trouble into words.
  public var sentence: String {
    let path = path.visible
    return switch reason {
    case .cannotOpen:
      "cannot open \(path) (\(message.visible)); check that it exists and is yours, or choose "
        + "another folder with --data"
    case .readOnly:
      "cannot write to \(path) (\(message.visible)); make the file and its folder writable"
    case .locked:
      "\(path) is in use by another program; try again when that is done"
    case .full:
      "the disk with \(path) is full; make room and try again"
    case .corrupt:
      "\(path) is damaged (\(message.visible)) and was left as it is; put a backup in its place"
    case .notADatabase:
      "\(path) is not a Ladder database and was left as it is; choose another folder with --data"
    case .newer:
      "\(path) was made by a newer Ladder and was left as it is; update Ladder to open it"
    case .inputOutput:
      "the disk failed on \(path) (\(message.visible)); check the disk and try again"
    case .misuse:
      "Ladder asked \(path) for something it does not have (\(message.visible)); please report it"
    }
  }

  /// Everything a fixer needs, for a bug report: no bound value and nobody's name is in it.
  public var details: String {
    var lines = ["database: \(path.visible)", "code: \(code) (\(extendedCode)) \(message.visible)"]
    if let sql { lines.append("statement: \(sql)") }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text with control and format characters written out, for a path may hold anything.
  var visible: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
