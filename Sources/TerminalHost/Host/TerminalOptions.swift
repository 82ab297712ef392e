/// What of a terminal's abilities a person wants to be used.
public struct TerminalOptions: Hashable, Sendable {
  /// Whether each frame is framed by synchronized output (DEC mode 2026), so that a terminal that knows it never shows
  /// half a frame. One that does not ignores it, so that nothing needs to be asked and no reply awaited.
  public var isSynchronized: Bool

  /// Whether presses and the wheel of the mouse are reported; selecting text needs Shift then, in most terminals.
  public var usesMouse: Bool

  /// Whether the terminal is asked to tell when keys go up (kitty's keyboard protocol), so that a held key is known for
  /// one. One that does not know the protocol ignores it.
  public var usesKittyKeyboard: Bool

  /// How many frames a second are painted at most, while only time goes on: 1 to 1000.
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
