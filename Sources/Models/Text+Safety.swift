extension StringProtocol {
  /// The text with control and format characters written out (`\u{1b}`), for what came from outside
  /// and goes into a message: it cannot steer a terminal, nor hide what it is.
  ///
  /// - Complexity: O(n).
  public var visibleText: String {
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

  /// The most columns a terminal could give the text.
  ///
  /// - Complexity: O(n).
  public var widestColumns: Int { reduce(0) { $0 + $1.widestColumns } }
}

extension Character {
  /// The most columns a terminal could give it: two for the blocks that hold wide characters.
  ///
  /// An upper bound is enough to keep a text inside its column, and needs no table of every wide
  /// character.
  public var widestColumns: Int {
    let isWide = unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x1100...0x115F, 0x2300...0x23FF, 0x25A0...0x27BF, 0x2B00...0x2BFF, 0x2E80...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6F, 0xFF00...0xFFEF,
        0x16FE0...0x1FBFF, 0x20000...0x3FFFF:
        true
      default:
        false
      }
    }
    return isWide ? 2 : 1
  }
}
