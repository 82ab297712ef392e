/// Something that happened to the terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case resize(Size)
  /// Text pasted as one piece: sanitised, line ends and tabs as spaces.
  case paste(String)
  /// The terminal's window gained or lost the focus.
  case focus(Bool)
  /// The program is about to be stopped (Ctrl-Z), and runs again.
  case suspended, resumed
}
