/// Whether the program has the person's attention.
public enum ScenePhase: Hashable, Sendable, CaseIterable {
  /// In front, with the keyboard.
  case active

  /// Visible, but the keyboard goes elsewhere.
  case inactive

  /// Suspended or detached.
  case background
}
