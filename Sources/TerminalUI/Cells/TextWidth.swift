/// Functions that measure text in cells, scalar by scalar as terminals do.
public enum TextWidth {
  /// Returns the number of cells that `text` occupies once it has been sanitized.
  ///
  /// - Complexity: O(n), without allocation.
  public static func width(of text: some StringProtocol) -> Int {
    // Most text is ASCII, and it is measured on each tick.
    let count = text.utf8.withContiguousStorageIfAvailable { isPrintableASCII($0) ? $0.count : nil }
    if let count, let count { return count }
    var width = 0
    for scalar in text.unicodeScalars { width += max(0, self.width(of: scalar)) }
    return width
  }

  static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { isPrintableASCII($0) } ?? false
  }

  /// Whether text consists of printable ASCII characters.
  static func isPrintableASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte < 0x20 || byte >= 0x7F { return false }
    return true
  }

  /// Returns the number of cells of a scalar: 1 or 2, 0 for a combining mark, and -1 for a scalar that must not reach
  /// a terminal (see ``isUnsafe(_:)``).
  ///
  /// - Complexity: O(1) below U+0300, O(log n) above.
  public static func width(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x7F { return value < 0x20 ? -1 : 1 }
    if value < 0x300 { return value < 0xA0 || value == 0xAD ? -1 : 1 }
    // The fast path for boxes and blocks, which are frequent.
    if (0x2500...0x259F).contains(value) { return 1 }
    return widthByProperties(of: scalar)
  }

  // A function of its own, because the access to a scalar's properties looks up their type on entry.
  @inline(never)
  private static func widthByProperties(of scalar: Unicode.Scalar) -> Int {
    if isUnsafe(scalar) { return -1 }
    if isCombining(scalar) { return 0 }
    return scalar.value >= 0x1100 && isWide(scalar.value) ? 2 : 1
  }

  /// Whether a scalar must not reach a terminal: controls (C0, DEL, C1), format characters (Cf: bidi overrides, joiners,
  /// tags), line and paragraph separators, and variation selectors, whose width differs between terminals.
  public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD { return true }
    if value < 0x300 { return false }
    if (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value) { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return false
    }
  }

  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    // Conjoining vowels and finals of Hangul are drawn inside the two cells of the initial.
    if (0x1160...0x11FF).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].lowerBound <= value
  }
}
