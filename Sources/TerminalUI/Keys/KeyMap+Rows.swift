/// The screen that a row belongs to. Rows of two different screens are never active together.
public enum KeyScreen: Hashable, Sendable {
  case named(String)
  /// The screen of a type of state. An identifier, because the runtime takes as long to spell out a type's name as to draw
  /// a frame.
  case of(ObjectIdentifier)
}

/// A hint that two rows in opposite directions share: `↑/↓ move`.
public struct KeyPair: Hashable, Sendable {
  let label: String
  /// Whether the hint comes after all others, because people try these keys without a hint.
  let isLast: Bool

  public init(_ label: String, isLast: Bool = false) {
    self.label = label
    self.isLast = isLast
  }

  /// The keys that move the selection of a list.
  public static let move = KeyPair("move", isLast: true)
}

/// A row of a ``KeyMap`` without its action and its condition, for lists of keys and for remapping.
public struct KeyRow: Hashable, Sendable {
  /// The keys. Hints show the first one first.
  public internal(set) var keys: [Key]
  /// A word or two for the action.
  public let label: String
  /// The label for a narrow hint bar, if different.
  var shortLabel: String?
  /// The name in settings, as in `key.rep = Space`; empty if the keys can't be changed.
  public let name: String
  /// The hint that it shares with the next row of the same pair.
  var pair: KeyPair?
  /// Whether hint bars show the row. Help always does.
  package let isHinted: Bool
  /// The name in help of a row that handles all remaining keys; `nil` for a row with keys.
  var wildcard: String?
  var heading: String?
  /// The screen it belongs to; `nil` for all screens. Two rows of one screen can't be remapped to the same key.
  public internal(set) var screen: KeyScreen?

  /// The heading in lists of keys.
  public var section: String { heading ?? "Everywhere" }

  /// The names of the keys for display: "Up/k".
  public var keyNames: String { wildcard ?? keys.map(\.name).joined(separator: "/") }

  /// Whether both rows can be active at the same time.
  public func overlaps(_ other: KeyRow) -> Bool {
    screen == nil || other.screen == nil || screen == other.screen
  }
}

extension KeyMap {
  /// The rows by heading, in the order of their first rows. Rows with the same keys and label appear once.
  public var sections: [(title: String, rows: [KeyRow])] {
    var sections: [(title: String, rows: [KeyRow])] = []
    for row in rows {
      let index = sections.firstIndex { $0.title == row.section } ?? sections.endIndex
      if index == sections.endIndex { sections.append((row.section, [])) }
      let isKnown = sections[index].rows.contains {
        $0.keyNames == row.keyNames && $0.label == row.label
      }
      if !isKnown { sections[index].rows.append(row) }
    }
    return sections
  }
}
