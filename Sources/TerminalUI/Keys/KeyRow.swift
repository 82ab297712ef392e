/// A row of a ``KeyMap`` without its action and its condition, for lists of keys and for remapping.
public struct KeyRow: Hashable, Sendable {
  /// The keys. Hints show the first one first.
  public internal(set) var keys: [Key]
  /// A word or two for the action.
  public let label: String
  /// The label for a narrow hint bar; `nil` if it is the same as `label`.
  var shortLabel: String?
  /// The name in settings, as in `key.rep = Space`; empty if the keys can't be changed.
  public let name: String
  /// The hint that the row shares with the next row of the same pair.
  var pair: KeyPair?
  /// Whether hint bars show the row. The help always shows it.
  package let isHinted: Bool
  /// The text that stands for the keys, such as "any key" or "a-z"; `nil` for a row that lists its keys.
  var wildcard: String?
  /// The use of the characters that the row handles, if they are text instead of commands.
  var textUse: TextUse?
  var heading: String?
  /// The screen of the row; `nil` for all screens. Two rows of one screen can't be remapped to the same key.
  public internal(set) var screen: KeyScreen?

  /// The heading in lists of keys.
  public var section: String { heading ?? "Everywhere" }

  /// The names of the keys for display: "Up/k".
  public var keyNames: String { wildcard ?? keys.map(\.name).joined(separator: "/") }

  /// A use of typed text.
  public enum TextUse: Hashable, Sendable {
    /// The content of a field, such as a name or a note.
    case field
    /// A search in a list, where keys that don't type characters keep their meaning.
    case search
    /// Numbers with units, which reveal nothing about the person.
    case numbers
  }

  /// Whether both rows can be active at the same time.
  public func overlaps(_ other: KeyRow) -> Bool {
    screen == nil || other.screen == nil || screen == other.screen
  }

  /// The row in a hint bar.
  func hint(_ glyphs: GlyphSet) -> Hint {
    let keys = wildcard ?? keys.map { $0.hint(glyphs) }.joined(separator: "/")
    return Hint(keys, label, short: shortLabel, name: name)
  }
}

/// The screen that a row belongs to. Rows of two different screens are never active together.
public enum KeyScreen: Hashable, Sendable {
  /// A screen with a name.
  case named(String)
  /// The screen of a state's type, as an identifier, because getting a type's name takes as long as drawing a frame.
  case of(ObjectIdentifier)
}

/// A hint shared by two rows that move in opposite directions: `↑/↓ move`.
public struct KeyPair: Hashable, Sendable {
  let label: String
  /// Whether the hint comes after all others, because people try these keys without being told.
  let isLast: Bool

  /// Creates a pair.
  ///
  /// - Parameters:
  ///   - label: The label of the hint.
  ///   - isLast: Whether the hint comes after all others.
  public init(_ label: String, isLast: Bool = false) {
    self.label = label
    self.isLast = isLast
  }

  /// The keys that move the selection of a list.
  public static let move = KeyPair("move", isLast: true)
}
