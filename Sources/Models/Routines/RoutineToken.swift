/// A token of the text of a routine.
struct RoutineToken {
  enum Kind {
    case open, close, comma, at
    /// A run of other characters without spaces.
    case word
    /// A text in quotation marks, without these.
    case quoted
    case end
  }

  let kind: Kind
  let text: Substring
  /// The start of the token in the text of the routine.
  let start: String.Index

  /// Returns the tokens of a text.
  ///
  /// Unicode scalars are compared and not characters, because some letters form a character with the next punctuation.
  ///
  /// - Throws: ``RoutineError`` for a text that is too long, or a missing quotation mark.
  /// - Complexity: O(n), at most ``Routine/maxLength``.
  static func tokens(in text: String) throws(RoutineError) -> [RoutineToken] {
    guard text.utf8.count <= Routine.maxLength else {
      throw RoutineError(column: 1, problem: Routine.Violation.tooLong.description)
    }
    var tokens: [RoutineToken] = []
    var rest = text.unicodeScalars[...]
    func add(_ kind: Kind, _ content: Substring.UnicodeScalarView, before end: String.Index) {
      tokens.append(RoutineToken(kind: kind, text: Substring(content), start: rest.startIndex))
      rest = rest[end...]
    }
    while let first = rest.first {
      let next = rest.index(after: rest.startIndex)
      switch first {
      case _ where first.properties.isWhitespace:
        rest = rest[next...]
      case "(": add(.open, rest.prefix(1), before: next)
      case ")": add(.close, rest.prefix(1), before: next)
      case ",": add(.comma, rest.prefix(1), before: next)
      case "@": add(.at, rest.prefix(1), before: next)
      case "\"":
        let name = rest[next...].prefix { $0 != "\"" }
        guard name.endIndex < rest.endIndex else {
          throw RoutineError(
            at: rest.startIndex, in: text,
            problem: "a name in quotation marks needs a second \" at its end")
        }
        add(.quoted, name, before: rest.index(after: name.endIndex))
      default:
        let word = rest.prefix {
          !$0.properties.isWhitespace && !"(),@\"".unicodeScalars.contains($0)
        }
        add(.word, word, before: word.endIndex)
      }
    }
    tokens.append(RoutineToken(kind: .end, text: "", start: text.endIndex))
    return tokens
  }
}

extension RoutineError {
  init(at index: String.Index, in text: String, problem: String) {
    self.init(column: text[..<index].count + 1, problem: problem)
  }
}
