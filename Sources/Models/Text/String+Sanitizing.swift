@_spi(_Unicode) import Swift

extension String {
  /// Creates a sanitized line of text from entered text or the contents of a file.
  ///
  /// It is in normalization form C, and has no control or format characters, which could control a terminal or reverse
  /// text, no spaces at the ends, no repeated spaces and no stacks of combining marks. A text that is too wide is truncated.
  ///
  /// - Parameter columns: The maximum width in columns.
  /// - Returns: `nil` if the result is empty.
  /// - Complexity: O(`columns`), because only the first few thousand characters are read.
  init?(sanitizing raw: some StringProtocol, maxWidth columns: Int) {
    var scalars = String.UnicodeScalarView()
    var pendingSpace = false
    // More than the result needs, but limited, so that a hostile text isn't read completely.
    for scalar in raw.unicodeScalars.prefix(4096) {
      switch scalar.role {
      case .dropped:
        continue
      case .space:
        pendingSpace = !scalars.isEmpty
      case .mark where scalars.isEmpty || pendingSpace:
        // A leading mark would combine with the character before the text on the screen.
        continue
      case .mark, .visible:
        if pendingSpace { scalars.append(" ") }
        pendingSpace = false
        scalars.append(scalar)
      }
    }

    var text = ""
    var width = 0
    for character in String(scalars).nfc {
      width += character.maxColumnWidth
      guard width <= columns, character.unicodeScalars.count <= 8 else { break }
      text.append(character)
    }
    while text.last == " " { text.removeLast() }
    guard !text.isEmpty else { return nil }
    self = text
  }
}

extension Unicode.Scalar {
  fileprivate enum Role { case dropped, space, mark, visible }

  fileprivate var role: Role {
    // Invisible letters, such as Hangul fillers, and variation selectors are dropped like format characters, because
    // they make different texts look the same.
    if properties.isDefaultIgnorableCodePoint { return .dropped }
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return .space
    case .control:
      return properties.isWhitespace ? .space : .dropped
    case .format, .surrogate, .privateUse, .unassigned:
      return .dropped
    case .nonspacingMark, .enclosingMark, .spacingMark:
      return .mark
    default:
      return .visible
    }
  }
}

extension String {
  /// The text in normalization form C.
  ///
  /// It uses an underscored API of the standard library, and is the only use. If the API is removed, return `self`.
  var nfc: String {
    var scalars = UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}

extension String {
  /// The text with a capital first letter.
  public var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}
