@_spi(_Unicode) import Swift

extension String {
  /// Creates a line of text that may be kept and shown, from typed text or the contents of a file.
  ///
  /// It is in normalization form C, and has no control or format characters (so nothing in it can steer a terminal or turn
  /// text around), no spaces at the ends or in a row, and no piles of marks. What may not be in it is left out, and what is
  /// too wide is cut.
  ///
  /// - Parameter columns: The most columns of a terminal that it may take.
  /// - Returns: `nil` when nothing is left.
  /// - Complexity: O(`columns`): text past the first few thousand characters is not looked at.
  init?(cleaning raw: some StringProtocol, atMost columns: Int) {
    var scalars = String.UnicodeScalarView()
    var pendingSpace = false
    // Far more than is kept, and little enough that a hostile one costs nothing.
    for scalar in raw.unicodeScalars.prefix(4096) {
      switch scalar.role {
      case .dropped:
        continue
      case .space:
        pendingSpace = !scalars.isEmpty
      case .mark where scalars.isEmpty || pendingSpace:
        // A leading mark would combine with what stands before the text on the screen.
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
      width += character.widestColumns
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
    // Invisible letters (Hangul fillers and the like) and variation selectors go with the format
    // characters: they make two texts look alike.
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
  /// The text in Unicode's normalization form C: one spelling for what looks the same.
  ///
  /// The standard library normalizes strings to compare them, and lets only those who ask by name
  /// see the result. It is asked here and nowhere else; should it go away, return `self`.
  var nfc: String {
    var scalars = UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}
