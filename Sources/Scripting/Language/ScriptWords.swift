import FoundationEssentials
import Models
import TerminalUI

/// A parser of one line of a script, word by word from the left.
struct ScriptWords: Sendable {
  struct Problem: Error, Equatable {
    var message: String
    /// The error in a file that the line includes, which replaces this one.
    var whole: ScriptError?

    init(_ message: String) { self.message = message }

    init(_ whole: ScriptError) {
      message = whole.message
      self.whole = whole
    }
  }

  /// The position of the line.
  let line: Script.Line
  private var rest: Substring

  init(_ text: some StringProtocol, line: Script.Line) {
    self.line = line
    rest = Substring(text)
    skipSpaces()
  }

  /// Whether only a comment is left.
  var isAtEnd: Bool { rest.isEmpty || rest.first == "#" }

  func end() throws(Problem) {
    guard isAtEnd else {
      throw Problem("'\(rest.prefix { !$0.isWhitespace }.shortened)' is too much")
    }
  }

  private mutating func skipSpaces() { rest = rest.drop(while: \.isWhitespace) }

  /// Returns the characters up to the next space, or `nil` at the end of the line.
  mutating func next() -> String? {
    guard !isAtEnd else { return nil }
    return take()
  }

  private mutating func take() -> String {
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...]
    skipSpaces()
    return String(word)
  }

  /// Skips `word` if it comes next, and returns whether it did.
  mutating func skip(_ word: String) -> Bool {
    guard rest.prefix(while: { !$0.isWhitespace }) == word else { return false }
    _ = take()
    return true
  }

  /// Returns the next word; `description` names it in the error.
  mutating func word(_ description: String) throws(Problem) -> String {
    guard let word = next() else { throw Problem("\(description) is missing") }
    return word
  }

  /// Returns the next word, which must be one of two.
  mutating func choice(_ first: String, _ second: String) throws(Problem) -> String {
    let word = try word("'\(first)' or '\(second)'")
    guard word == first || word == second else {
      throw Problem("'\(word.shortened)' is neither '\(first)' nor '\(second)'")
    }
    return word
  }

  // MARK: Texts

  /// Returns a quoted text, with the escapes `\"`, `\\`, and `\u{1b}` for invisible characters.
  mutating func text() throws(Problem) -> String {
    guard isText else { throw Problem("a text in quotation marks is missing") }
    return try delimited("\"", "quotation mark")
  }

  /// Whether a quoted text comes next. Compares scalars, because the quotation mark may have a combining mark.
  var isText: Bool { rest.unicodeScalars.first == "\"" }

  /// Returns a ``Pattern`` between slashes, with `\/` for a slash.
  mutating func pattern() throws(Problem) -> String {
    let pattern = try delimited("/", "slash")
    do throws(Pattern.Problem) {
      _ = try Pattern(pattern)
    } catch {
      throw Problem(error.description)
    }
    return pattern
  }

  /// Returns the text between two of `mark`, without the backslashes that escape marks, and in a quoted text also
  /// backslashes.
  private mutating func delimited(
    _ mark: Unicode.Scalar, _ name: String
  ) throws(Problem) -> String {
    var text = String.UnicodeScalarView()
    var tail = rest.unicodeScalars.dropFirst()
    while let scalar = tail.popFirst() {
      if scalar == mark {
        rest = Substring(tail)
        guard rest.first?.isWhitespace ?? true else {
          throw Problem("a space is missing after the closing \(name)")
        }
        skipSpaces()
        return try Self.bounded(String(text))
      }
      guard scalar == "\\", let escaped = tail.popFirst() else {
        text.append(scalar)
        continue
      }
      if escaped == mark || (mark == "\"" && escaped == "\\") {
        text.append(escaped)
      } else if mark == "\"", escaped == "u", let escapedScalar = Self.escapedScalar(&tail) {
        text.append(escapedScalar)
      } else {
        // Other escapes in a pattern belong to the pattern.
        text.append(scalar)
        text.append(escaped)
      }
    }
    throw Problem("a \(name) is missing at the end")
  }

  private static func bounded(_ text: String) throws(Problem) -> String {
    guard text.utf8.count <= ScriptBudget.maxTextBytes else {
      throw Problem(
        "a text has more than \(ScriptBudget.maxTextBytes >> 10) KB; split it")
    }
    return text
  }

  /// Returns the scalar of `{1b}`, if that comes next.
  private static func escapedScalar(_ tail: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard tail.first == "{", let end = tail.prefix(10).firstIndex(of: "}") else { return nil }
    let digits = String(tail[tail.index(after: tail.startIndex)..<end])
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    tail = tail[tail.index(after: end)...]
    return scalar
  }

  /// Returns the target of an expectation: a text or a pattern.
  mutating func target() throws(Problem) -> Expectation.Target {
    if rest.unicodeScalars.first == "/" { return .pattern(try pattern()) }
    guard isText else { throw Problem("a text in quotation marks, or a /pattern/, is missing") }
    return .text(try text())
  }

  /// Returns the rest of the line: a value that may contain spaces. A comment begins with `#` after a space.
  mutating func line(_ description: String) throws(Problem) -> String {
    var words: [String] = []
    while let word = next() { words.append(word) }
    guard !words.isEmpty else { throw Problem("\(description) is missing") }
    return words.joined(separator: " ")
  }

  // MARK: Keys and numbers

  mutating func key() throws(Problem) -> Key {
    // `#` is a key as well as the start of a comment.
    guard !rest.isEmpty else { throw Problem("a key is missing") }
    let word = take()
    guard let key = Key(name: word) else { throw Problem("there is no key '\(word.shortened)'") }
    return key
  }

  /// Returns the count of `x12`, if the next word is one.
  mutating func count() throws(Problem) -> Int? {
    guard rest.first == "x" else { return nil }
    let word = take()
    return try Self.count(word, word.dropFirst(), "x1 to x100000")
  }

  /// Returns a count.
  mutating func number() throws(Problem) -> Int {
    let word = try word("a number")
    return try Self.count(word, word[...], "1 to 100000")
  }

  private static func count(
    _ word: String, _ digits: Substring, _ range: String
  ) throws(Problem) -> Int {
    guard let count = Int(digits), (1...100_000).contains(count) else {
      throw Problem("'\(word.shortened)' is not a count from \(range)")
    }
    return count
  }

  mutating func seed() throws(Problem) -> UInt64 {
    let word = try word("a number")
    guard let seed = UInt64(word) else {
      throw Problem("'\(word.shortened)' is not a whole number from 0 up")
    }
    return seed
  }

  /// Returns a size such as `80x24`.
  mutating func size() throws(Problem) -> Size {
    let word = try word("a size")
    let numbers = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard
      numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...500).contains(width), (1...500).contains(height)
    else {
      throw Problem(
        "'\(word.shortened)' is not a size such as 80x24, with 1 to 500 columns and rows")
    }
    return Size(width, height)
  }

  /// Returns a column and a row from 0, such as `12,3`.
  mutating func place() throws(Problem) -> Point {
    let word = try word("a position")
    let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard
      numbers.count == 2, let column = numbers[0], let row = numbers[1],
      (0...499).contains(column), (0...499).contains(row)
    else {
      throw Problem(
        "'\(word.shortened)' is not a position such as 12,3, with columns and rows from 0 to 499")
    }
    return Point(column, row)
  }

  // MARK: Times

  /// Returns the duration after the word `preposition`, if that comes next.
  mutating func duration(after preposition: String) throws(Problem) -> Duration? {
    guard skip(preposition) else { return nil }
    return try duration()
  }

  /// Returns the jitter of `±80ms` or `+-80ms`, if that comes next.
  mutating func jitter() throws(Problem) -> Duration? {
    for sign in ["±", "+-"] where rest.hasPrefix(sign) {
      let word = take()
      return try Self.duration(word.dropFirst(sign.count), in: word)
    }
    return nil
  }

  /// Returns a duration such as `250ms`, `1.5s` or `2m`.
  mutating func duration() throws(Problem) -> Duration {
    let word = try word("a duration")
    return try Self.duration(word[...], in: word)
  }

  private static func duration(_ text: Substring, in word: String) throws(Problem) -> Duration {
    for unit in DurationUnit.allCases where text.hasSuffix(unit.rawValue) {
      guard let duration = unit.duration(text.dropLast(unit.rawValue.count)) else { break }
      return duration
    }
    throw Problem("'\(word.shortened)' is not a duration such as 250ms, 1.5s or 2m, up to a day")
  }

  /// Returns a date in ISO 8601 with a time zone; seconds are optional.
  mutating func date() throws(Problem) -> Date {
    let word = try word("a time")
    var full = word
    // `T07:00Z` has one colon before the zone, and the parser requires seconds.
    if let time = word.firstIndex(of: "T") {
      let zone = word[time...].firstIndex { "Z+-".contains($0) } ?? word.endIndex
      if word[time..<zone].count(where: { $0 == ":" }) == 1 {
        full = word[..<zone] + ":00" + word[zone...]
      }
    }
    guard let date = Date(iso8601: full) else {
      throw Problem(
        "'\(word.shortened)' is not a time such as 2026-01-05T07:00Z or 2026-01-05T07:00:30.250+01:00"
      )
    }
    return date
  }
}

/// A unit of durations.
private enum DurationUnit: String, CaseIterable {
  // In matching order: `ms` ends with `s`.
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "m"

  private var nanoseconds: Int64 {
    switch self {
    case .milliseconds: 1_000_000
    case .seconds: 1_000_000_000
    case .minutes: 60_000_000_000
    }
  }

  /// Returns a decimal number of the unit, exact to the nanosecond, so that recordings replay exactly.
  func duration(_ text: Substring) -> Duration? {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard
      (1...2).contains(halves.count),
      halves.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 9 && $0.allSatisfy(\.isASCIIDigit) }),
      let whole = Int64(halves[0]), whole <= 86_400_000
    else { return nil }
    var sum = whole * nanoseconds
    var unit = nanoseconds
    if halves.count == 2 {
      for digit in halves[1] {
        unit /= 10
        sum += Int64(digit.wholeNumberValue ?? 0) * unit
      }
    }
    return sum <= 86_400 * 1_000_000_000 ? .nanoseconds(sum) : nil
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension StringProtocol {
  /// A short form of the text for messages, with control characters made visible.
  var shortened: String { escapedText(maxLength: 40) }
}
