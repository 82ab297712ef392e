/// A line of a settings file: `name = value`.
public struct SettingLine: Hashable, Sendable {
  /// Counted from 1.
  public var line: Int
  public var name: String
  public var value: String

  public init(line: Int, name: String, value: String) {
    self.line = line
    self.name = name
    self.value = value
  }

  /// Reads a file's text. Empty lines and those that begin with `#` say nothing; a `#` further on is part of a value,
  /// for it is a key as well. What is no such line is left to whoever reads the other settings.
  public static func read(_ text: String) -> [SettingLine] {
    var settings: [SettingLine] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.drop(while: \.isWhitespace)
      guard let first = words.first, first != "#" else { continue }
      guard let sign = words.firstIndex(of: "="), sign > words.startIndex else { continue }
      settings.append(
        SettingLine(
          line: index + 1, name: trimmed(words[..<sign]),
          value: trimmed(words[words.index(after: sign)...])))
    }
    return settings
  }

  private static func trimmed(_ text: Substring) -> String {
    let tail = text.drop(while: \.isWhitespace)
    let end = tail.lastIndex { !$0.isWhitespace }.map(tail.index(after:)) ?? tail.startIndex
    return String(tail[..<end])
  }
}

/// A line of a settings file that does not count, and why.
public struct SettingProblem: Hashable, Sendable {
  /// Counted from 1.
  public var line: Int
  public var message: String

  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}
