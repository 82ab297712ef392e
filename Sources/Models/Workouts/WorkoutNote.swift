/// A person's note about a workout, in one line.
///
/// It is sanitized as a ``PersonName`` is, never empty, and at most ``WorkoutNote/maxWidth`` columns wide.
public struct WorkoutNote: Hashable, Sendable, CustomStringConvertible {
  /// The maximum width of a note in columns, which a small screen can show.
  public static let maxWidth = 200

  /// The note as text.
  public let text: String

  public var description: String { text }

  /// Creates a note from entered text or the contents of a file.
  ///
  /// Unsupported characters are removed, and a text that is too wide is truncated.
  ///
  /// - Returns: `nil` if the result is empty.
  /// - Complexity: O(1), because only the first few thousand characters are read.
  public init?(_ raw: some StringProtocol) {
    guard let text = String(sanitizing: raw, maxWidth: Self.maxWidth) else { return nil }
    self.text = text
  }

  /// Returns whether a text is wider than ``maxWidth``.
  ///
  /// - Complexity: O(n).
  public static func isTooWide(_ raw: some StringProtocol) -> Bool { raw.maxColumnWidth > maxWidth }
}
