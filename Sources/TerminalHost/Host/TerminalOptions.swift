/// The terminal features that the user wants to use.
public struct TerminalOptions: Hashable, Sendable {
  /// Whether each frame is wrapped in synchronized output (DEC mode 2026), so that a terminal that supports it never
  /// shows half a frame. Other terminals ignore the mode, so it needs no query.
  public var isSynchronized: Bool

  /// Whether mouse clicks and the wheel are reported. Selecting text then needs Shift in most terminals.
  public var usesMouse: Bool

  /// Whether the terminal is asked to report key releases (kitty's keyboard protocol), so that a held key counts
  /// once. Other terminals ignore the request.
  public var usesKittyKeyboard: Bool

  /// The maximum number of frames per second while only time passes: 1 to 1000.
  public var framesPerSecond: Int

  public init(
    isSynchronized: Bool = true, usesMouse: Bool = true, usesKittyKeyboard: Bool = true,
    framesPerSecond: Int = 50
  ) {
    self.isSynchronized = isSynchronized
    self.usesMouse = usesMouse
    self.usesKittyKeyboard = usesKittyKeyboard
    self.framesPerSecond = framesPerSecond
  }
}
