/// Something that happened to the terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// A key that is held repeats; only terminals with kitty's keyboard protocol tell it from a press, and not of each key.
  case repeated(Key)
  /// A key went up; only terminals with kitty's keyboard protocol tell.
  case released(Key)
  case mouse(MouseEvent)
  case resize(Size)
  /// Text pasted as one piece: sanitised, line ends and tabs as spaces.
  case paste(String)
  /// The terminal's window gained or lost the focus.
  case focus(Bool)
  /// The program is about to be stopped (Ctrl-Z), and runs again.
  case suspended, resumed
}
