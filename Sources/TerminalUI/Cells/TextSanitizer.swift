/// Text as it may be stored and shown: what could steer a terminal or hide other text is taken out.
///
/// Writing into a ``Buffer`` applies the same rule to every scalar, so nothing has to be sanitised
/// only to be drawn.
public enum TextSanitizer {
  /// `text` without unsafe scalars; tabs and line ends become single spaces.
  ///
  /// - Complexity: O(n).
  public static func sanitize(_ text: some StringProtocol) -> String {
    var clean = String.UnicodeScalarView()
    var endsWithReturn = false
    for scalar in text.unicodeScalars {
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
