/// Rows of one screen may be in force together, and those of two never are.
public enum KeyScreen: Hashable, Sendable {
  case named(String)
  /// The screen of one kind of state. Not its name: spelling it out takes the runtime as long as drawing a frame.
  case of(ObjectIdentifier)
}

/// A row of a ``KeyMap`` without its action and its condition: for lists of keys, and for whoever changes them.
public struct KeyRow: Hashable, Sendable {
  /// The keys, of which the first is the one hints show first.
  public internal(set) var keys: [Key]
  /// A word or two for what they do.
  public let label: String
  /// What settings call it, as in `key.rep = Space`; empty when its keys stay.
  public let name: String
  /// Whether hint bars show it; help always does.
  package let isHinted: Bool
  /// What help calls the keys of a row that takes whatever no row before it wants; nil for a row of keys.
  var wildcard: String?
  var heading: String?
  /// Where it is in force; nil is everywhere. Two rows of one screen must not share a new key.
  public internal(set) var screen: KeyScreen?

  /// The heading it stands under in lists of all keys.
  public var section: String { heading ?? "Everywhere" }

  /// The keys for a person: "Up/k".
  public var keyNames: String { wildcard ?? keys.map(\.name).joined(separator: "/") }

  /// Whether some state has both rows in force.
  public func overlaps(_ other: KeyRow) -> Bool {
    screen == nil || other.screen == nil || screen == other.screen
  }
}

extension KeyMap {
  /// The rows under their headings, in the order in which the headings first come; rows that say the same appear once.
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
