/// One of the terminal's palette colors, which a person may have configured.
public enum Color: UInt8, Hashable, Sendable, CaseIterable {
  /// The terminal's default foreground or background.
  case `default`
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow
  case brightBlue, brightMagenta, brightCyan, brightWhite

  /// The color's number in a 16-color palette, -1 for the default.
  public var index: Int { Int(rawValue) - 1 }
}
