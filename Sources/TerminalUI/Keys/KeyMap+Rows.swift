/// Rows of one screen may be in force together, and those of two never are.
public enum KeyScreen: Hashable, Sendable {
  case named(String)
  /// The screen of one kind of state. Not its name: spelling it out takes the runtime as long as drawing a frame.
  case of(ObjectIdentifier)
}

/// A row of a ``KeyMap`` without what it does: for lists of keys, and for whoever changes them.
public struct KeyRow: Hashable, Sendable {
  public var keys: [Key]
  public var label: String
  /// What settings call it; empty when its keys stay.
  public var name: String
  public var section: String
  /// Where it is in force; nil is everywhere.
  public var screen: KeyScreen?
  /// The keys for a person: "Up/k".
  public var keyNames: String

  /// Whether some state has both rows in force.
  public func overlaps(_ other: KeyRow) -> Bool {
    screen == nil || other.screen == nil || screen == other.screen
  }
}

extension KeyMap {
  /// Every row, whatever the state: for the README, the man page and the settings.
  public var rows: [KeyRow] {
    bindings.map {
      KeyRow(
        keys: $0.keys, label: $0.label, name: $0.name, section: $0.section ?? "Everywhere",
        screen: $0.screen, keyNames: $0.keyNames)
    }
  }

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
