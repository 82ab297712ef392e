extension Key {
  /// The name in help and scripts: "s", "Space", "Shift-Tab", "Ctrl-C", "F5".
  ///
  /// `Key(name:)` parses every name.
  public var name: String {
    switch self {
    case .character(let character): String(character)
    case .control(let character): "Ctrl-" + character.uppercased()
    case .alt(let character): "Alt-" + String(character)
    case .function(let number): "F\(number)"
    default: Self.names.first { $0.key == self }?.name ?? ""
    }
  }

  /// Creates the key with a name, ignoring case; `nil` if there is none.
  public init?(name: String) {
    if name.count == 1, let character = name.first {
      self.init(character)
      return
    }
    let lowered = name.lowercased()
    if let known = Self.names.first(where: { $0.name.lowercased() == lowered }) {
      self = known.key
    } else if let alias = Self.aliases.first(where: { $0.name == lowered }) {
      self = alias.key
    } else if lowered.hasPrefix("ctrl-"), lowered.count == 6, let letter = lowered.last {
      self = .control(letter)
    } else if lowered.hasPrefix("alt-"), name.count == 5, let character = name.last {
      self = .alt(character)
    } else if lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), number > 0 {
      self = .function(number)
    } else {
      return nil
    }
  }

  private static let names: [(key: Key, name: String)] = [
    (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backTab, "Shift-Tab"),
    (.space, "Space"), (.backspace, "Backspace"), (.delete, "Delete"), (.insert, "Insert"),
    (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"), (.home, "Home"),
    (.end, "End"), (.pageUp, "PageUp"), (.pageDown, "PageDown"), (.controlLeft, "Ctrl-Left"),
    (.controlRight, "Ctrl-Right"),
  ]

  private static let aliases: [(name: String, key: Key)] = [
    ("return", .enter), ("escape", .escape), ("backtab", .backTab), ("pgup", .pageUp),
    ("pgdn", .pageDown), ("del", .delete), ("ins", .insert), ("bs", .backspace),
  ]

  /// Returns a short name for hint bars, with arrow keys as arrows if the glyphs have them.
  public func hint(_ glyphs: GlyphSet) -> String {
    switch self {
    case .up: String(Character(glyphs.up))
    case .down: String(Character(glyphs.down))
    case .left: String(Character(glyphs.left))
    case .right: String(Character(glyphs.right))
    default: name
    }
  }
}
