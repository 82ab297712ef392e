/// What a person wrote about a workout, in one line.
///
/// It is cleaned as a ``PersonName`` is, so that it may be kept and shown, and is at most ``WorkoutNote/widest`` columns
/// wide. It is never empty.
public struct WorkoutNote: Hashable, Sendable, CustomStringConvertible {
  /// The most columns of a terminal that a note takes: what a small screen has room for.
  public static let widest = 200

  /// The note as text.
  public let text: String

  public var description: String { text }

  /// Creates a note from typed text or the contents of a file.
  ///
  /// Characters that may not be in a note are left out, and what is too wide is cut.
  ///
  /// - Returns: `nil` when nothing is left.
  /// - Complexity: O(1): text past the first few thousand characters is not looked at.
  public init?(_ raw: some StringProtocol) {
    guard let text = String(cleaning: raw, atMost: Self.widest) else { return nil }
    self.text = text
  }

  /// Returns whether a text is wider than a note may be.
  ///
  /// - Complexity: O(n).
  public static func isTooWide(_ raw: some StringProtocol) -> Bool { raw.widestColumns > widest }
}
