import Testing

/// A program on a terminal, and the terminal's screen.
package final class WatchedTerminal {
  package let session: PtySession
  /// The number of keys typed so far.
  package private(set) var keyCount = 0
  private var screen = TerminalScreen(columns: 80, rows: 24)
  /// The number of bytes of output that the screen shows.
  private var shownByteCount = 0

  package init(_ arguments: [String], environment: [String] = []) throws {
    session = try PtySession(
      PtySession.path(of: "ladder"), arguments, environment: environment)
  }

  /// The rows of the last complete frame.
  package var lines: [String] { screen.lines }

  /// Types keys, and reads until the screen shows `expected`.
  package func type(_ keys: String, until expected: String? = nil) throws {
    session.type(keys)
    keyCount += keys.count
    if let expected { try wait(for: expected) }
  }

  package func resize(_ columns: Int, _ rows: Int, until expected: String) throws {
    screen = TerminalScreen(columns: columns, rows: rows)
    session.resize(Int32(columns), Int32(rows))
    try wait(for: expected)
  }

  package func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Reads until the screen shows `text`.
  package func wait(
    for text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    try wait(until: { shows(text) }, "'\(text)'", location)
  }

  /// Reads until a condition is met, which is checked after each piece of output.
  ///
  /// - Parameter expected: A description of the condition for the issue that is recorded if the wait fails.
  /// - Throws: ``PtySession/WaitFailure`` if it is not met; ``PtySession/wait(until:_:isReading:every:showing:_:)``
  ///   describes the conditions of a failure.
  package func wait(
    until isMet: () throws -> Bool, _ expected: String, every interval: Int32 = WaitPolicy.interval,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    func isMetOnScreen() throws -> Bool {
      show()
      return try isMet()
    }
    try session.wait(
      until: isMetOnScreen, expected, every: interval, showing: { self.lines }, location)
  }

  /// Reads the output that arrives within `milliseconds`. Returns `false` if there is none or the program has ended.
  @discardableResult
  package func read(_ milliseconds: Int32) -> Bool {
    guard session.read(milliseconds) else { return false }
    show()
    return true
  }

  /// Updates the screen with the read output.
  private func show() {
    let end = session.bytes.endOfWholeCharacters
    guard end > shownByteCount else { return }
    screen.show(String(decoding: session.bytes[shownByteCount..<end], as: UTF8.self))
    shownByteCount = end
  }
}

extension [UInt8] {
  /// The start of an incomplete UTF-8 character at the end, or `count` if there is none.
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
