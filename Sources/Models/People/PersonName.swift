/// A person's sanitized name.
///
/// It is in normalization form C and has 1 to ``PersonName/maxLength`` characters. It has no control or format
/// characters, which could control a terminal or reverse text, and no repeated, leading or trailing spaces. Lists show
/// ``PersonName/maxDisplayWidth`` columns of it.
public struct PersonName: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of columns in which lists show a name.
  public static let maxDisplayWidth = 24

  /// The maximum number of characters of a name.
  public static let maxLength = 64

  /// The name as text.
  public let text: String

  public var description: String { text }

  /// Creates a name from entered text or the contents of a file.
  ///
  /// Unsupported characters are removed, and a text that is too long is truncated; see ``isTooLong(_:)``.
  ///
  /// - Returns: `nil` if the result is empty.
  /// - Complexity: O(1), because only the first few thousand characters are read.
  public init?(_ raw: some StringProtocol) {
    // A character has at most eight scalars, of two columns each.
    guard let text = String(sanitizing: raw, maxWidth: 16 * Self.maxLength) else { return nil }
    let kept = text.prefix(Self.maxLength)
    self.text = String(kept.last == " " ? kept.dropLast() : kept)
  }

  /// Returns whether a text has more than ``maxLength`` characters.
  ///
  /// - Complexity: O(1).
  public static func isTooLong(_ raw: some StringProtocol) -> Bool {
    !raw.dropFirst(maxLength).isEmpty
  }

  /// Returns a name as lists show it, truncated with `…` to ``maxDisplayWidth`` columns.
  ///
  /// - Complexity: O(n).
  public static func truncated(_ name: String) -> String {
    name.truncated(toWidth: maxDisplayWidth)
  }

  /// Returns a sanitized name from an untrusted source; `?` if the result is empty.
  public static func displayable(_ raw: some StringProtocol) -> String {
    PersonName(raw)?.text ?? "?"
  }
}

/// The result of a change of name.
public enum RenameResult: Hashable, Sendable {
  /// The person and all their workouts have the new name.
  case renamed
  /// Another person has the name; nothing was changed.
  case taken
}

extension String {
  /// Returns the text, truncated with `…` to a number of columns.
  ///
  /// - Complexity: O(n).
  public func truncated(toWidth maxWidth: Int) -> String {
    guard maxColumnWidth > maxWidth else { return self }
    var (shown, width) = ("", 1)
    for character in self {
      width += character.maxColumnWidth
      guard width <= maxWidth else { break }
      shown.append(character)
    }
    return shown + "…"
  }
}
