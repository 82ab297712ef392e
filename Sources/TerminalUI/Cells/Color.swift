/// The terminal's own colours, so that a person's palette stays in charge.
public enum Color: UInt8, Hashable, Sendable, CaseIterable {
  /// Whatever the terminal uses when nothing is said.
  case `default`
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow
  case brightBlue, brightMagenta, brightCyan, brightWhite

  /// The colour's number in a 16-colour palette, -1 for the default.
  public var index: Int { Int(rawValue) - 1 }
}
