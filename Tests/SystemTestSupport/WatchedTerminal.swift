import Testing

/// A program on a terminal, and the terminal's screen.
package final class WatchedTerminal {
  package let session: PtySession
  package private(set) var keys = 0
  private var screen = TerminalScreen(columns: 80, rows: 24)
  private var shown = 0

  package init(_ arguments: [String], environment: [String] = []) throws {
    session = try PtySession(
      PtySession.path(of: "ladder"), arguments, environment: environment)
  }

  /// The rows of the last complete frame.
  package var lines: [String] { screen.lines }

  package func type(_ text: String, until sight: String? = nil) throws {
    session.type(text)
    keys += text.count
    if let sight { try wait(for: sight) }
  }

  package func resize(_ columns: Int, _ rows: Int, until sight: String) throws {
    screen = TerminalScreen(columns: columns, rows: rows)
    session.resize(Int32(columns), Int32(rows))
    try wait(for: sight)
  }

  package func shows(_ sight: String) -> Bool { lines.contains { $0.contains(sight) } }

  /// Reads until the screen shows `sight`.
  package func wait(
    for sight: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    try wait(until: { shows(sight) }, "'\(sight)'", location)
  }

  /// Reads until a condition is met, which is checked after each piece of output.
  ///
  /// - Throws: ``PtySession/WaitFailure`` if it is not met, as ``PtySession/wait(until:_:isReading:every:showing:_:)``
  ///   does.
  package func wait(
    until isSo: () throws -> Bool, _ what: String, every interval: Int32 = WaitPolicy.interval,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    func isShown() throws -> Bool {
      show()
      return try isSo()
    }
    try session.wait(
      until: isShown, what, every: interval, showing: { self.lines }, location)
  }

  /// Reads the output that comes within `milliseconds`; returns `false` if there is none, or if the program is gone.
  @discardableResult
  package func read(_ milliseconds: Int32) -> Bool {
    guard session.read(milliseconds) else { return false }
    show()
    return true
  }

  /// Updates the screen with the output that was read.
  private func show() {
    let end = session.bytes.endOfWholeCharacters
    guard end > shown else { return }
    screen.show(String(decoding: session.bytes[shown..<end], as: UTF8.self))
    shown = end
  }
}

extension [UInt8] {
  /// Returns the start of an incomplete UTF-8 character at the end, or the end.
  var endOfWholeCharacters: Int {
    for back in 1...3 where count >= back {
      let byte = self[count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return length > back ? count - back : count
    }
    return count
  }
}
