/// The text of a settings file: `key = value` lines, comments that begin with `#`, and blank lines.
///
/// ```swift
/// let text = SettingsText("theme = dark\nbeeps = loud\nkey.rep = F5\n")
/// text.settings.theme       // .dark
/// text.keyEntries.first     // line 3: "rep" is "F5"
/// text.problems.first       // line 2: beeps must be on or off, not "loud"
/// ```
///
/// People edit the file by hand, so only lines whose values change are rewritten. Lines that this version of the
/// program does not know are kept.
public struct SettingsText: Hashable, Sendable {
  /// A line that sets the keys of an action: `key.NAME = VALUE`.
  ///
  /// The names of actions and keys are checked by the features that define them.
  public struct KeyEntry: Hashable, Sendable {
    /// The line's number, from 1.
    public var line: Int
    /// The action's name, without ``prefix``.
    public var name: String
    /// The names of the keys, separated by spaces.
    public var value: String

    /// The prefix of these lines.
    public static let prefix = "key."
  }

  /// The version of the format. A file without a version has this one.
  static let version = 1

  private static let versionKey = "version"

  /// The values of all valid lines, and the defaults of other settings.
  public private(set) var settings = Settings()
  /// The lines that set keys, in order.
  public private(set) var keyEntries: [KeyEntry] = []
  /// The indices of the lines that set commands for cues.
  private var commandLines: [Int] = []
  /// The invalid lines, in order. Only the syntax of key entries is checked.
  public private(set) var problems = ProblemList<TextError>()

  private var lines: [String] = []
  /// The index of the line that sets a setting: the last one with its key.
  private var lineOfKey: [String: Int] = [:]

  /// Creates a text from the contents of a file.
  ///
  /// - Complexity: O(n).
  public init(_ text: String) {
    var rest = text[...]
    // Reads line by line, because an array of a million substrings would be large.
    while !rest.isEmpty {
      let line = rest.prefix { !$0.isNewline }
      lines.append(String(line))
      rest = rest[line.endIndex...].dropFirst()
    }
    read()
  }

  /// Creates a text with a comment and the default for every setting.
  public init() {
    self.init(
      "# Ladder's settings. A setting that is missing or commented out with # has its default.\n"
        + "\(Self.versionKey) = \(Self.version)\n"
        + Entry.fields(of: Settings()).map(\.text).joined())
  }

  /// The contents to write to the file.
  public var text: String { lines.map { $0 + "\n" }.joined() }

  /// Changes only the lines of settings that differ from `newSettings`.
  ///
  /// - Parameter oldSettings: The settings before the change. The lines of settings that did not change are kept.
  /// - Complexity: O(n).
  public mutating func update(to newSettings: Settings, changing oldSettings: Settings? = nil) {
    let kept = Set(Entry.all(of: settings)).union(oldSettings.map(Entry.all) ?? [])
    for entry in Entry.all(of: newSettings) where !kept.contains(entry) {
      if let index = lineOfKey[entry.key] {
        lines[index] = entry.line
      } else {
        lines += entry.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map(String.init)
      }
    }
    read()
  }

  /// A setting that the program can change, as it is written.
  private struct Entry: Hashable {
    let key: String
    let value: String
    let comment: String

    var line: String { value.isEmpty ? "\(key) =" : "\(key) = \(value)" }

    /// The comment and the line, after a blank line.
    var text: String { "\n# \(comment)\n\(line)\n" }

    static func fields(of settings: Settings) -> [Entry] {
      Settings.Field.allCases.map {
        Entry(key: $0.rawValue, value: settings.text(of: $0), comment: $0.comment)
      }
    }

    static func all(of settings: Settings) -> [Entry] {
      fields(of: settings)
        + Cue.allCases.map {
          Entry(
            key: CueSettings.prefix + $0.rawValue, value: settings.cues[$0].text,
            comment: "A cue of a workout: \(CueSettings.values(of: $0)).")
        }
    }
  }

  private mutating func read() {
    settings = Settings()
    keyEntries = []
    commandLines = []
    problems = ProblemList()
    lineOfKey = [:]
    for (index, line) in lines.enumerated() { read(line, at: index) }
  }

  private mutating func read(_ line: String, at index: Int) {
    let content = index == 0 ? line.withoutByteOrderMark.trimmed : line.trimmed
    if content.isEmpty || content.hasPrefix("#") { return }
    guard let equals = content.firstIndex(of: "=") else {
      return report("\(content.quoted) isn't a setting; write it as key = value", at: index)
    }
    let key = content[..<equals].trimmed
    // A `#` in a value is part of it, because `#` can be the name of a key.
    let value = content[content.index(after: equals)...].trimmed
    if key.hasPrefix(KeyEntry.prefix) {
      let name = String(key.dropFirst(KeyEntry.prefix.count))
      keyEntries.append(KeyEntry(line: index + 1, name: name, value: value))
      return
    }
    do throws(Settings.InvalidValue) {
      try set(key, to: value, at: index)
    } catch {
      // The key is escaped and truncated, because the key of a variation can be any text.
      let name = key.escapedText(maxLength: Settings.variationsPrefix.count + 40)
      report("\(name) must be \(error.expected), not \(value.quoted)", at: index)
    }
  }

  private mutating func set(
    _ key: String, to value: String, at index: Int
  ) throws(Settings.InvalidValue) {
    if key == Self.versionKey {
      checkVersion(value, at: index)
    } else if key.hasPrefix(CueSettings.prefix) {
      let name = String(key.dropFirst(CueSettings.prefix.count))
      guard let cue = Cue(rawValue: name) else {
        let names = Cue.allCases.map(\.rawValue).joined(separator: ", ")
        return report("unknown cue \(name.quoted); use one of \(names)", at: index)
      }
      lineOfKey[key] = index
      try settings.cues.set(cue, to: value)
      if case .command = settings.cues[cue] { commandLines.append(index) }
    } else if key.hasPrefix(Settings.variationsPrefix) {
      let exercise = key.dropFirst(Settings.variationsPrefix.count)
      try settings.setVariations(of: exercise, to: value)
    } else if let field = Settings.Field(rawValue: key) {
      lineOfKey[key] = index
      try settings.set(field, to: value)
    } else {
      report("unknown setting \(key.quoted)", at: index)
    }
  }

  /// Reports a version that this program does not know. The lines that the program knows still apply.
  private mutating func checkVersion(_ value: String, at index: Int) {
    guard value != "\(Self.version)" else { return }
    report(
      "version \(value.quoted) is unknown, and some settings may have no effect; update Ladder, or "
        + "write \(Self.versionKey) = \(Self.version)", at: index)
  }

  private mutating func report(_ problem: String, at index: Int) {
    problems.append(TextError(line: index + 1, problem))
  }

  /// Turns the commands for cues into comments, and reports each as a problem. So they stay without effect when the text
  /// is saved.
  ///
  /// - Parameter reason: The reason and the remedy, as the end of a sentence.
  public mutating func ignoreCommands(because reason: String) {
    let ignored = commandLines.map {
      TextError(line: $0 + 1, "commands for cues are ignored here: \(reason)")
    }
    for index in commandLines { lines[index] = "# \(lines[index])" }
    read()
    problems = problems.merging(ProblemList(ignored))
  }
}

extension StringProtocol {
  /// The text without the white space at both ends.
  var trimmed: String {
    // Most texts have no white space at their ends.
    let ends = [unicodeScalars.first, unicodeScalars.last]
    guard ends.contains(where: { $0.map { $0 <= " " || !$0.isASCII } == true }) else {
      return String(self)
    }
    let tail = drop(while: \.isWhitespace)
    let end = tail.lastIndex { !$0.isWhitespace }.map(tail.index(after:)) ?? tail.startIndex
    return String(tail[..<end])
  }
}
