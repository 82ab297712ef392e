extension StringProtocol {
  /// The text with control and format characters written out (`\u{1b}`), for what came from outside
  /// and goes into a message: it cannot steer a terminal, nor hide what it is.
  ///
  /// - Complexity: O(n).
  public var visibleText: String {
    if isPlainASCII { return String(self) }
    var result = ""
    for scalar in unicodeScalars { result.append(visible: scalar) }
    return result
  }

  /// The beginning of the text, made visible, with `…` where something was cut off: what a line has room for of a text
  /// that may be of any length.
  ///
  /// - Parameter limit: The most scalars that are shown. Characters would be no bound, for one may have any number of marks.
  /// - Complexity: O(`limit`).
  public func visibleText(atMost limit: Int) -> String {
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      guard count < limit else { return result + "…" }
      result.append(visible: scalar)
      count += 1
    }
    return result
  }

  /// The text as a message shows a word that a person wrote: visible, in quotes, at most 40 scalars of it.
  public var quoted: String { "\"\(visibleText(atMost: 40))\"" }

  /// Whether it has nothing but ASCII characters that show.
  private var isPlainASCII: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

  /// The most columns a terminal could give the text.
  ///
  /// - Complexity: O(n).
  public var widestColumns: Int { reduce(0) { $0 + $1.widestColumns } }
}

extension Character {
  /// The most columns a terminal could give it: those of its parts, for not every terminal puts a sign that stands beside
  /// a letter, or a tone of skin, where it belongs.
  public var widestColumns: Int {
    max(1, unicodeScalars.reduce(0) { $0 + $1.widestColumns })
  }
}

extension Unicode.Scalar {
  /// None for marks that sit on another, two for the blocks that hold wide characters.
  ///
  /// An upper bound is enough to keep a text inside its column, and needs no table of every wide
  /// character.
  fileprivate var widestColumns: Int {
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
  fileprivate mutating func append(visible scalar: Unicode.Scalar) {
    if scalar.isShown {
      unicodeScalars.append(scalar)
    } else {
      self += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}

extension Unicode.Scalar {
  /// Whether it shows itself and does nothing else.
  var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
