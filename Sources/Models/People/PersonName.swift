/// A person's name as it may be kept and shown.
///
/// It is in normalization form C, has no control or format characters (so nothing in it can steer a
/// terminal or turn text around), no spaces at the ends or in a row, and is at most
/// ``PersonName/widest`` columns wide. It is never empty.
public struct PersonName: Hashable, Sendable, CustomStringConvertible {
  /// The most columns of a terminal that a name takes.
  public static let widest = 24

  /// The name as text.
  public let text: String

  public var description: String { text }

  /// Creates a name from typed text or the contents of a file.
  ///
  /// Characters that may not be in a name are left out, and what is too wide is cut.
  ///
  /// - Returns: `nil` when nothing is left.
  /// - Complexity: O(1): text past the first few thousand characters is not looked at.
  public init?(_ raw: some StringProtocol) {
    guard let text = String(cleaning: raw, atMost: Self.widest) else { return nil }
    self.text = text
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
