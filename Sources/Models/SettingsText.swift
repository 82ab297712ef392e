/// The text of a settings file: `key = value` lines, comments that begin with `#`, and blank lines.
///
/// ```swift
/// let text = SettingsText("theme = dark\nbeeps = loud\n")
/// text.settings.theme       // .dark
/// text.problems.first       // line 2: beeps is "loud", and can be on or off
/// ```
///
/// It is the person's file: a line is rewritten only when its value changes, and whatever this program does not know
/// stays where it is.
public struct SettingsText: Hashable, Sendable {
  /// What is wrong with a line, which then counts for nothing.
  public struct Problem: Hashable, Sendable {
    /// Counted from 1.
    public var line: Int
    public var message: String

    public init(line: Int, message: String) {
      self.line = line
      self.message = message
    }
  }

  /// What the lines that can be read say.
  public private(set) var settings = Settings()
  /// The lines that cannot, in their order.
  public private(set) var problems: [Problem] = []

  private var lines: [String]
  /// The line that decides about a setting: the last one of its name.
  private var lineOfField: [Settings.Field: Int] = [:]

  /// - Complexity: O(n).
  public init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    if lines.last == "" { lines.removeLast() }
    read()
  }

  /// A file that says what every setting is for, all of them as they usually are.
  public init() {
    self.init(
      "# Ladder's settings. What is missing or begins with # is as usual.\n"
        + Settings.Field.allCases.map { Self.entry($0, in: Settings()) }.joined())
  }

  /// The text, to be written to the file.
  public var text: String { lines.map { $0 + "\n" }.joined() }

  /// Makes the text say `wanted`, by as few lines as that takes.
  ///
  /// - Complexity: O(n).
  public mutating func update(to wanted: Settings) {
    for field in Settings.Field.allCases where wanted.text(of: field) != settings.text(of: field) {
      if let index = lineOfField[field] {
        lines[index] = Self.line(field, in: wanted)
      } else {
        lines += Self.entry(field, in: wanted).split(
          separator: "\n", omittingEmptySubsequences: false
        ).dropLast().map(String.init)
      }
    }
    read()
  }

  /// A blank line, the comment and the line itself.
  private static func entry(_ field: Settings.Field, in settings: Settings) -> String {
    "\n# \(field.comment)\n\(line(field, in: settings))\n"
  }

  private static func line(_ field: Settings.Field, in settings: Settings) -> String {
    let value = settings.text(of: field)
    return value.isEmpty ? "\(field.rawValue) =" : "\(field.rawValue) = \(value)"
  }

  private mutating func read() {
    settings = Settings()
    problems = []
    lineOfField = [:]
    for (index, line) in lines.enumerated() {
      do throws(UnreadableLine) {
        try read(line, at: index)
      } catch {
        problems.append(Problem(line: index + 1, message: error.message))
      }
    }
  }

  private struct UnreadableLine: Error {
    let message: String
  }

  private mutating func read(_ line: String, at index: Int) throws(UnreadableLine) {
    let content = line.trimmed
    if content.isEmpty || content.hasPrefix("#") { return }
    guard let equals = content.firstIndex(of: "=") else {
      throw UnreadableLine(
        message: "\(content.inMessage) is no setting; write it as key = value")
    }
    let key = content[..<equals].trimmed
    let value = content[content.index(after: equals)...].trimmed
    // What keys do is for whoever knows the keys to read.
    if key.hasPrefix("key.") { return }
    guard let field = Settings.Field(rawValue: key) else {
      throw UnreadableLine(
        message: "there is no setting \(key.inMessage); it is kept, and counts for nothing")
    }
    lineOfField[field] = index
    do throws(Settings.WrongValue) {
      try settings.set(field, to: value)
    } catch {
      throw UnreadableLine(
        message: "\(key) is \(value.inMessage), and can be \(error.expected)")
    }
  }
}

extension StringProtocol {
  /// Without the white space at both ends.
  fileprivate var trimmed: String {
    var rest = Substring(self)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Quoted, harmless, and not too long.
  fileprivate var inMessage: String { "\"\(visibleText(atMost: 40))\"" }
}
