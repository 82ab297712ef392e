extension TerminalHost {
  /// Rings the terminal's bell. Does nothing if no program runs in a terminal.
  ///
  /// The byte is written after the current frame, never inside one.
  public static func ring() {
    guard let host = current, !host.isTerminating else { return }
    host.sendDroppable([0x07])
  }
}
