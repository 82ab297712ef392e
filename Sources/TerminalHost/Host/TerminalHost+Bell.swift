extension TerminalHost {
  /// Rings the bell of the terminal that a program runs in; nothing where none does.
  ///
  /// The byte goes out behind the frame that is being written, never in the midst of one.
  public static func ring() {
    guard let host = current, !host.isTerminating else { return }
    host.sendInPassing([0x07])
  }
}
