import TerminalUI

extension AppProgram: PlainProgram {
  /// A key by its name, an action by its label or its name, either with a number of times behind it; an empty line is
  /// Enter.
  public func obey(_ line: String) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    if let last = words.last, words.count > 1, let times = Int(last), (1...1000).contains(times) {
      return obey(words.dropLast().joined(separator: " "), times: times)
    }
    return obey(words.joined(separator: " "), times: 1)
  }

  private func obey(_ text: String, times: Int) -> String? {
    let key = text.isEmpty ? Key.enter : Key(name: text)
    for _ in 0..<times {
      if let key, canPress(key) {
        handle(.key(key))
      } else if let name = name(of: text) {
        perform(row: name, times: 1)
      } else {
        return "\"\(TextSanitizer.sanitize(text))\" does nothing here; ? lists what does"
      }
    }
    return nil
  }
}
