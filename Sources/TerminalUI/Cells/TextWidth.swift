/// Functions that measure text in cells, scalar by scalar, like terminals.
public enum TextWidth {
  /// Returns the number of cells that `text` occupies once it has been sanitized.
  ///
  /// - Complexity: O(n), without allocation.
  public static func width(of text: some StringProtocol) -> Int {
    // Most text is ASCII, and text is measured on each tick.
    let count = text.utf8.withContiguousStorageIfAvailable { isPrintableASCII($0) ? $0.count : nil }
    if let count, let count { return count }
    var width = 0
    for scalar in text.unicodeScalars { width += max(0, self.width(of: shown(scalar))) }
    return width
  }

  /// Returns the scalar that is drawn for `scalar`: a space for a tab, whose stops no view could align.
  static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar { scalar == "\t" ? " " : scalar }

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

  // This is a separate function, because a function that uses a scalar's properties looks up their type on entry.
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

  /// Whether a typed scalar only extends the character before it: a combining mark, or a scalar that joins pictographs
  /// or selects their form. Frames leave out the latter two, which are unsafe.
  static func isExtender(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200D}" || scalar == "\u{FE0F}" || width(of: scalar) == 0
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

  // MARK: - Wide characters

  /// The scalars that are two cells wide, as sorted inclusive ranges.
  static let wide: [ClosedRange<UInt32>] = stride(from: 0, to: bounds.count, by: 2).map {
    bounds[$0]...bounds[$0 + 1]
  }

  /// The first and the last scalar of each range. A list of numbers compiles faster than a list of ranges.
  ///
  /// These are East_Asian_Width W and F of Unicode 14.0.0, and pictographs of later versions: U+1F6DC, and those from
  /// U+1FA70 on. Unlike in Python's `unicodedata`, other unassigned scalars outside the Han blocks are
  /// narrow. Terminals with a newer Unicode version disagree about a few scalars. The host compares the C library's
  /// `wcwidth` and shows a replacement where the two differ, so that a row never shifts.
  private static let bounds: [UInt32] = [
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0,
    0x23F3, 0x23F3, 0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653, 0x267F, 0x267F,
    0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5,
    0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5,
    0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728,
    0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797,
    0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55,
    0x2E80, 0x2E99, 0x2E9B, 0x2EF3, 0x2F00, 0x2FD5, 0x2FF0, 0x2FFB, 0x3000, 0x303E,
    0x3041, 0x3096, 0x3099, 0x30FF, 0x3105, 0x312F, 0x3131, 0x318E, 0x3190, 0x31E3,
    0x31F0, 0x321E, 0x3220, 0x3247, 0x3250, 0x4DBF, 0x4E00, 0xA48C, 0xA490, 0xA4C6,
    0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE52,
    0xFE54, 0xFE66, 0xFE68, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x16FE4,
    0x16FF0, 0x16FF1, 0x17000, 0x187F7, 0x18800, 0x18CD5, 0x18D00, 0x18D08, 0x1AFF0, 0x1AFF3,
    0x1AFF5, 0x1AFFB, 0x1AFFD, 0x1AFFE, 0x1B000, 0x1B122, 0x1B150, 0x1B152, 0x1B164, 0x1B167,
    0x1B170, 0x1B2FB, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A,
    0x1F200, 0x1F202, 0x1F210, 0x1F23B, 0x1F240, 0x1F248, 0x1F250, 0x1F251, 0x1F260, 0x1F265,
    0x1F300, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA,
    0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440,
    0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A,
    0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC,
    0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC,
    0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF,
    0x1FA70, 0x1FAFF, 0x20000, 0x2FFFD, 0x30000, 0x3FFFD,
  ]
}

// MARK: - Sanitizing

/// A filter that removes scalars that could control a terminal or hide other text.
///
/// A ``Buffer`` applies the same rules to the text written into it, so text to be drawn needn't be sanitized first.
public enum TextSanitizer {
  /// Returns `text` without unsafe scalars, and with a space for each tab and line end.
  ///
  /// - Parameter limit: The maximum number of scalars to read. Longer text is truncated and ends with `…`.
  /// - Complexity: O(n).
  public static func sanitize(_ text: some StringProtocol, atMost limit: Int = .max) -> String {
    var clean = String.UnicodeScalarView()
    var endsWithReturn = false
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard index < limit else { return String(clean) + "…" }
      switch scalar {
      case "\n" where endsWithReturn: break
      case "\t", "\n", "\r": clean.append(" ")
      case _ where !TextWidth.isUnsafe(scalar): clean.append(scalar)
      default: break
      }
      endsWithReturn = scalar == "\r"
    }
    return String(clean)
  }
}
