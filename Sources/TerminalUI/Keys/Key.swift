/// A key press. Keys that terminals cannot distinguish are one key.
public enum Key: Hashable, Sendable {
  /// A printable character other than a space, with shift applied.
  case character(Character)
  /// A key with a name. `backTab` is Shift-Tab.
  case enter, escape, tab, backTab, space, backspace, delete, insert
  /// A key that moves the cursor.
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with an arrow. Alt with an arrow is the same key.
  case controlLeft, controlRight
  /// F1 is 1.
  case function(Int)
  /// Ctrl with a lowercase letter or one of `@ [ \ ] ^ _`.
  case control(Character)
  /// Alt (Meta) with a character.
  case alt(Character)

  /// Creates the key that types `character`.
  public init(_ character: Character) {
    switch character {
    case " ": self = .space
    case "\t": self = .tab
    case "\r", "\n", "\r\n": self = .enter
    default: self = .character(character)
    }
  }
}

extension Key {
  /// Returns the keys that type a pasted text.
  public static func typing(_ text: String) -> some Collection<Key> {
    text.lazy.filter(\.isTypeable).map { $0 == " " ? Key.space : .character($0) }
  }

  /// Whether the key only extends the character before it, such as a combining mark.
  package var isExtender: Bool {
    guard case .character(let character) = self else { return false }
    return character.unicodeScalars.allSatisfy(TextWidth.isExtender)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a key when it is typed: if it is visible, or extends the character before it.
  var isTypeable: Bool { TextWidth.width(of: self) > 0 || TextWidth.isExtender(self) }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// `"s"` is the s key, `" "` the space bar.
  public init(extendedGraphemeClusterLiteral value: Character) { self.init(value) }
}

// MARK: - Names

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

  /// Creates the key with a name, ignoring case; `nil` if no key has that name.
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

// MARK: - Events

/// An input event of a terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A key is held down and repeats. Only terminals with the kitty keyboard protocol distinguish this from a press, and
  /// not for every key.
  case repeated(Key)
  /// A key was released, as reported by terminals with the kitty keyboard protocol.
  case released(Key)
  /// A mouse button was pressed, or the wheel was turned.
  case mouse(MouseEvent)
  /// The terminal has a new size.
  case resize(Size)
  /// Pasted text, sanitized, with line ends and tabs as spaces.
  case paste(String)
  /// The terminal window gained or lost the focus.
  case focus(Bool)
  /// The process is about to be stopped (Ctrl-Z), or runs again.
  case suspended, resumed
}

/// A press of the left mouse button or a turn of the wheel.
public struct MouseEvent: Hashable, Sendable {
  /// A kind of mouse event.
  public enum Kind: Hashable, Sendable {
    /// The left button was pressed.
    case press
    /// The wheel was turned by one step.
    case wheelUp, wheelDown
  }

  /// The button or the direction of the wheel.
  public var kind: Kind
  /// The cell under the pointer. The first cell is (0, 0).
  public var position: Point

  /// Creates an event at a cell.
  public init(_ kind: Kind, at position: Point) {
    self.kind = kind
    self.position = position
  }
}
