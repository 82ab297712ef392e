/// Text as it may be stored and shown: what could steer a terminal or hide other text is taken out.
///
/// Writing into a ``Buffer`` applies the same rule to every scalar, so nothing has to be sanitised
/// only to be drawn.
public enum TextSanitizer {
  /// `text` without unsafe scalars; tabs and line ends become single spaces.
  ///
  /// - Parameter limit: The most scalars to look at; `…` stands for what was cut off.
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
