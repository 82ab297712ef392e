/// A filter that removes scalars that could control a terminal or hide other text.
///
/// Writing into a ``Buffer`` applies the same rule, so text needn't be sanitized only to be drawn.
public enum TextSanitizer {
  /// Returns `text` without unsafe scalars, with tabs and line ends as single spaces.
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
