/// An input event of a terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// A key that is held down repeats. Only terminals with the kitty keyboard protocol distinguish it from a press, and
  /// not for every key.
  case repeated(Key)
  /// A key was released, as reported by terminals with the kitty keyboard protocol.
  case released(Key)
  case mouse(MouseEvent)
  case resize(Size)
  /// Pasted text, sanitized, with line ends and tabs as spaces.
  case paste(String)
  /// The terminal window gained or lost the focus.
  case focus(Bool)
  /// The process is about to be stopped (Ctrl-Z), or runs again.
  case suspended, resumed
}
