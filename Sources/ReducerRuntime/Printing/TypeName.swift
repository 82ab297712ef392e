/// Returns the name of `type` without modules and generic arguments: `WorkoutTimer.State`, `Result`, `[Int]`, `Double?`.
///
/// - Parameter keepsArguments: Whether generic arguments are kept: `Result<Int, Failure>`.
func typeName(_ type: Any.Type, keepsArguments: Bool = false) -> String {
  var reader = TypeNameReader(
    text: Substring(String(reflecting: type)), keepsArguments: keepsArguments)
  return reader.list(until: nil)
}

/// A reader of type names that Swift's runtime prints, such as `Swift.Array<App.(unknown context at $1f2e).Row>`.
private struct TypeNameReader {
  var text: Substring
  var keepsArguments: Bool

  /// Reads up to `end`, which it consumes, or to the end of the text.
  mutating func list(until end: Character?) -> String {
    var result = ""
    while let character = text.first {
      if character == end {
        text.removeFirst()
        break
      }
      if text.hasPrefix("->") {
        result += text.prefix(2)
        text.removeFirst(2)
      } else if character == "(" {
        text.removeFirst()
        result += "(\(list(until: ")")))"
      } else if isNameCharacter(character) {
        result += name()
      } else {
        result.append(text.removeFirst())
      }
    }
    return result
  }

  /// Reads a name such as `Module.Outer<Argument>.Inner`.
  private mutating func name() -> String {
    var parts: [String] = []
    while true {
      if skipUnknownContext() { continue }
      var part = String(text.prefix(while: isNameCharacter))
      text.removeFirst(part.count)
      if text.first == "<" {
        text.removeFirst()
        part = generic(part, list(until: ">"))
      }
      parts.append(part)
      guard text.first == "." else { break }
      text.removeFirst()
    }
    // The first part is the module; the labels and keywords of other names have no period.
    return parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".")
  }

  /// Returns the usual spelling of `name<arguments>`.
  private func generic(_ name: String, _ arguments: String) -> String {
    switch name {
    case "Optional": "\(arguments)?"
    case "Array": "[\(arguments)]"
    case "Dictionary": "[\(arguments.replacingFirst(", ", with: ": "))]"
    default: keepsArguments ? "\(name)<\(arguments)>" : name
    }
  }

  /// Skips `(unknown context at $1f2e).`, which stands for a function or a file.
  private mutating func skipUnknownContext() -> Bool {
    guard text.hasPrefix("(unknown context at "), let end = text.firstIndex(of: ")") else {
      return false
    }
    text = text[end...].dropFirst()
    if text.first == "." { text.removeFirst() }
    return true
  }

  private func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

extension String {
  /// Returns the string with the first `text` outside brackets replaced.
  fileprivate func replacingFirst(_ text: String, with replacement: String) -> String {
    var depth = 0
    for index in indices {
      if "([<".contains(self[index]) { depth += 1 }
      if ")]>".contains(self[index]) { depth -= 1 }
      if depth == 0, self[index...].hasPrefix(text) {
        return self[..<index] + replacement + self[index...].dropFirst(text.count)
      }
    }
    return self
  }
}
