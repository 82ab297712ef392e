/// What of a terminal's abilities a person wants to be used.
public struct TerminalOptions: Hashable, Sendable {
  /// Whether each frame is framed by synchronized output (DEC mode 2026), so that a terminal that knows it never shows
  /// half a frame. One that does not ignores it, so that nothing needs to be asked and no reply awaited.
  public var isSynchronized: Bool

  /// Whether presses and the wheel of the mouse are reported; selecting text needs Shift then, in most terminals.
  public var usesMouse: Bool

  public init(isSynchronized: Bool = true, usesMouse: Bool = true) {
    self.isSynchronized = isSynchronized
    self.usesMouse = usesMouse
  }
}
