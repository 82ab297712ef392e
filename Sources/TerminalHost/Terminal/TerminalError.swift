import TerminalUI

/// An error for the lack of a usable terminal. Its description is one sentence for the user.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// TERM is not set.
  case noTerminalType
  /// TERM names a terminal that terminfo does not know.
  case unknownTerminalType(String)
  /// TERM names a terminal that cannot move its cursor.
  case insufficientCapabilities(String)
  /// The terminal's device cannot be opened or set up.
  case unavailable(errno: Int32)

  public var description: String {
    switch self {
    case .notATerminal:
      "standard input and output are not a terminal"
    case .noTerminalType:
      "TERM is not set, so there is no telling what the terminal can do"
    case .unknownTerminalType(let name):
      "the terminal type '\(TextSanitizer.sanitize(name, atMost: 40))' (TERM) is not known on this machine"
    case .insufficientCapabilities(let name):
      "the terminal type '\(TextSanitizer.sanitize(name, atMost: 40))' (TERM) cannot move its cursor"
    case .unavailable(let code):
      "the terminal cannot be opened (error \(code))"
    }
  }

  /// The change that makes the terminal usable, if one is known.
  public var remedy: String? {
    switch self {
    case .noTerminalType: "start Ladder with TERM=xterm-256color, or use \"ladder --plain\""
    case .unknownTerminalType:
      "start Ladder with TERM=xterm-256color, install the terminal's description (package ncurses-term), or use \"ladder --plain\""
    case .insufficientCapabilities:
      "if it is another one, start Ladder with TERM=xterm-256color; otherwise use \"ladder --plain\""
    case .notATerminal, .unavailable: nil
    }
  }
}
