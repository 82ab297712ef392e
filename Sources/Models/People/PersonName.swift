@_spi(_Unicode) import Swift

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
    var scalars = String.UnicodeScalarView()
    var pendingSpace = false
    // Far more than a name can need, and little enough that a hostile one costs nothing.
    for scalar in raw.unicodeScalars.prefix(4096) {
      switch scalar.nameRole {
      case .dropped:
        continue
      case .space:
        pendingSpace = !scalars.isEmpty
      case .mark where scalars.isEmpty || pendingSpace:
        // A leading mark would combine with the text before the name on the screen.
        continue
      case .mark, .visible:
        if pendingSpace { scalars.append(" ") }
        pendingSpace = false
        scalars.append(scalar)
      }
    }

    var text = ""
    var columns = 0
    for character in String(scalars).nfc {
      columns += character.widestColumns
      guard columns <= Self.widest, character.unicodeScalars.count <= 8 else { break }
      text.append(character)
    }
    while text.last == " " { text.removeLast() }
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// A name that came from outside the program's hands, made fit to show; `?` when nothing is left.
  public static func displayable(_ raw: some StringProtocol) -> String {
    PersonName(raw)?.text ?? "?"
  }
}

extension Unicode.Scalar {
  fileprivate enum NameRole { case dropped, space, mark, visible }

  fileprivate var nameRole: NameRole {
    // Invisible letters (Hangul fillers and the like) and variation selectors go with the format
    // characters: they make two names look alike.
    if properties.isDefaultIgnorableCodePoint { return .dropped }
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return .space
    case .control:
      return properties.isWhitespace ? .space : .dropped
    case .format, .surrogate, .privateUse, .unassigned:
      return .dropped
    case .nonspacingMark, .enclosingMark, .spacingMark:
      return .mark
    default:
      return .visible
    }
  }
}

/// The result of a change of name.
public enum Renaming: Hashable, Sendable {
  /// The person has the new name, and so have all their workouts.
  case renamed
  /// Another person has the name; nothing was changed.
  case taken
}

extension String {
  /// The text in Unicode's normalization form C: one spelling for what looks the same.
  ///
  /// The standard library normalizes strings to compare them, and lets only those who ask by name
  /// see the result. It is asked here and nowhere else; should it go away, return `self`.
  var nfc: String {
    var scalars = UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}
