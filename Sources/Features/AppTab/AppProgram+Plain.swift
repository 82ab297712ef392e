import TerminalUI

extension AppProgram: PlainProgram {
  /// Executes a line: a key's name, or an action's label or name, optionally followed by a number of times.
  ///
  /// An empty line is Enter. While a text field has the focus, any other line is typed into it, and in a strength session
  /// any other line that begins as a set does.
  ///
  /// - Returns: An error message if the line means nothing here.
  public func execute(_ line: String) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    var command = words.joined(separator: " ")
    var times = 1
    if let last = words.last, words.count > 1, let number = Int(last), (1...1000).contains(number) {
      command = words.dropLast().joined(separator: " ")
      times = number
    }
    if canPaste(line), !isCommand(command) {
      paste(line)
      return nil
    }
    return execute(command, times: times)
  }

  /// Whether the leaderboard is being loaded.
  public var isLoading: Bool {
    store.withState { $0.selectedTab == .leaderboard && $0.leaderboard.isLoading }
  }

  /// Returns whether `text` names a key or an action. A single letter doesn't: it is text to be typed.
  private func isCommand(_ text: String) -> Bool {
    if text.count > 1, let key = Key(name: text), canPress(key) { return true }
    return rowName(for: text) != nil
  }

  private func execute(_ text: String, times: Int) -> String? {
    let key = text.isEmpty ? Key.enter : Key(name: text)
    for _ in 0..<times {
      if let key, canPress(key) {
        handle(.key(key))
      } else if let name = rowName(for: text) {
        perform(row: name, times: 1)
      } else {
        return
          "\"\(TextSanitizer.sanitize(text, atMost: 40))\" does nothing here; ? lists the keys"
      }
    }
    return nil
  }
}
