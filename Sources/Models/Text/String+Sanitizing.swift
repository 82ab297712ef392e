import Resources
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
    // Most texts are already sanitized: visible ASCII characters with single spaces between them.
    var last = UInt8(ascii: " ")
    let isSanitized =
      raw.utf8.count <= Swift.min(columns, 4096)
      && raw.utf8.allSatisfy { byte in
        defer { last = byte }
        return (0x20..<0x7F).contains(byte) && (byte != 0x20 || last != 0x20)
      }
    if isSanitized, last != 0x20 {
      self = String(raw)
      return
    }
    var scalars = String.UnicodeScalarView()
    var pendingSpace = false
    // This limit is higher than any result needs, and keeps a hostile text from being read completely.
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
  /// Whether the scalar has no width, or may break lines or change the direction of text.
  var isInvisible: Bool {
    role == .dropped
      || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }

  fileprivate enum Role { case dropped, space, mark, visible }

  fileprivate var role: Role {
    // Variation selectors and invisible letters, such as Hangul fillers, are dropped like format characters, because
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
  /// This is the only use of `_nfc`, an underscored API of the standard library. If it is removed, return `self`.
  var nfc: String {
    var scalars = UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// The text with a capital first letter.
  public var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}

// MARK: - Messages

extension StringProtocol {
  /// The text with escaped control and format characters (`\u{1b}`), for untrusted text in messages.
  ///
  /// - Complexity: O(n).
  public var escapedText: String {
    if isPlainASCII { return String(self) }
    var result = ""
    for scalar in unicodeScalars { result.append(escaping: scalar) }
    return result
  }

  /// Returns the beginning of ``escapedText``, with `…` if it is truncated.
  ///
  /// - Parameter limit: The maximum number of scalars rather than characters, which can have any number of marks.
  /// - Complexity: O(`limit`).
  public func escapedText(maxLength limit: Int) -> String {
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      guard count < limit else { return result + "…" }
      result.append(escaping: scalar)
      count += 1
    }
    return result
  }

  /// The text for a message, in quotes: ``escapedText`` of at most 40 scalars.
  public var quoted: String { "\"\(escapedText(maxLength: 40))\"" }

  /// The text without the byte order mark that some editors write at the beginning of a file.
  public var withoutByteOrderMark: SubSequence {
    first == "\u{FEFF}" ? dropFirst() : self[...]
  }

  /// Whether the text consists of printable ASCII characters.
  private var isPlainASCII: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

  /// The maximum width of the text on any terminal, in columns.
  ///
  /// - Complexity: O(n).
  public var maxColumnWidth: Int { reduce(0) { $0 + $1.maxColumnWidth } }
}

extension Character {
  /// The maximum width on any terminal. Scalar widths add up, because some terminals don't combine spacing marks or
  /// skin tones.
  public var maxColumnWidth: Int {
    max(1, unicodeScalars.reduce(0) { $0 + $1.maxColumnWidth })
  }
}

extension Unicode.Scalar {
  /// The maximum width: 0 for combining marks, and 2 for every scalar in a block with wide characters.
  ///
  /// An upper bound keeps a text inside its column and doesn't need a table of wide characters.
  fileprivate var maxColumnWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2300...0x23FF, 0x25A0...0x27BF, 0x2B00...0x2BFF, 0x2E80...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6F, 0xFF00...0xFFEF,
      0x16FE0...0x1FBFF, 0x20000...0x3FFFF:
      return 2
    default:
      return 1
    }
  }
}

extension String {
  fileprivate mutating func append(escaping scalar: Unicode.Scalar) {
    if scalar.isPrintable {
      unicodeScalars.append(scalar)
    } else {
      self += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar isn't a control or format character.
  var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

// MARK: - Resources

extension ladder_resource {
  /// The file as text.
  package var text: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

extension StringProtocol {
  /// Returns the text with each occurrence of a scalar replaced. Unlike `replacing(_:with:)`, this also finds a scalar that
  /// forms one character with the combining marks after it.
  ///
  /// - Complexity: O(n).
  package func replacingScalar(_ scalar: Unicode.Scalar, with text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for other in unicodeScalars {
      if other == scalar { scalars += text.unicodeScalars } else { scalars.append(other) }
    }
    return String(scalars)
  }
}
