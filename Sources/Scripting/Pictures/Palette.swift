import TerminalUI

/// The colours of a terminal that is drawn: a dark one.
enum Palette {
  static let background = "#16181d"
  static let foreground = "#d7dae0"

  /// Of the 16 colours, in the terminal's order.
  private static let colors = [
    "#23262d", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
    "#5c6370", "#ff7b85", "#b5e890", "#ffd787", "#7cc5ff", "#e29bf5", "#7fdbe4", "#ffffff",
  ]

  static func hex(_ color: Color) -> String? {
    color.index < 0 ? nil : colors[color.index]
  }
}
