/// A key press, as far as terminals can distinguish keys.
public enum Key: Hashable, Sendable {
  /// A printable character other than a space, with shift applied.
  case character(Character)
  case enter, escape, tab, backTab, space, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with an arrow. Alt with an arrow is the same key.
  case controlLeft, controlRight
  /// F1 is 1.
  case function(Int)
  /// Ctrl with a lower-case letter or one of `@ [ \ ] ^ _`.
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

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// `"s"` is the s key, `" "` the space bar.
  public init(extendedGraphemeClusterLiteral value: Character) { self.init(value) }
}
