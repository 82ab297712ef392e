/// A person's name as it may be kept and shown.
///
/// It is in normalization form C, has no control or format characters (so nothing in it can steer a
/// terminal or turn text around), no spaces at the ends or in a row, and at most ``PersonName/longest`` characters. It is
/// never empty. Lists show ``PersonName/widest`` columns of it.
public struct PersonName: Hashable, Sendable, CustomStringConvertible {
  /// The most columns of a terminal that a name is shown in.
  public static let widest = 24

  /// The most characters that a name has.
  public static let longest = 64

  /// The name as text.
  public let text: String

  public var description: String { text }

  /// Creates a name from typed text or the contents of a file.
  ///
  /// Characters that may not be in a name are left out, and what is too long is cut: see ``isTooLong(_:)``.
  ///
  /// - Returns: `nil` when nothing is left.
  /// - Complexity: O(1): text past the first few thousand characters is not looked at.
  public init?(_ raw: some StringProtocol) {
    // A character has eight parts at most, of two columns each.
    guard let text = String(cleaning: raw, atMost: 16 * Self.longest) else { return nil }
    let kept = text.prefix(Self.longest)
    self.text = String(kept.last == " " ? kept.dropLast() : kept)
  }

  /// Returns whether a text has more characters than a name may have.
  ///
  /// - Complexity: O(1).
  public static func isTooLong(_ raw: some StringProtocol) -> Bool {
    !raw.dropFirst(longest).isEmpty
  }

  /// Returns a name as lists show it: ``widest`` columns at most, the last of them `…` where it was cut.
  ///
  /// - Complexity: O(n).
  public static func shown(_ name: String) -> String {
    guard name.widestColumns > widest else { return name }
    var (shown, width) = ("", 1)
    for character in name {
      width += character.widestColumns
      guard width <= widest else { break }
      shown.append(character)
    }
    return shown + "…"
  }

  /// A name that came from outside the program's hands, made fit to show; `?` when nothing is left.
  public static func displayable(_ raw: some StringProtocol) -> String {
    PersonName(raw)?.text ?? "?"
  }
}

/// The result of a change of name.
public enum Renaming: Hashable, Sendable {
  /// The person has the new name, and so have all their workouts.
  case renamed
  /// Another person has the name; nothing was changed.
  case taken
}
