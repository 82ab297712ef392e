/// The state of the program's window.
public enum ScenePhase: Hashable, Sendable, CaseIterable {
  /// The window has the keyboard focus.
  case active

  /// The window is visible without the keyboard focus.
  case inactive

  /// The process is suspended or the session is detached.
  case background
}
