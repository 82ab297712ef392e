import FoundationEssentials
import Models
import TerminalUI

/// A parser of one line of a script, word by word from the left.
struct ScriptWords: Sendable {
  /// The position of the line.
  let line: Script.Line
  private var scanner: TextScanner

  init(_ text: some StringProtocol, line: Script.Line) {
    self.line = line
    scanner = TextScanner(text)
    scanner.skipSpaces()
  }

  /// Whether the rest of the line is empty or a comment.
  var isAtEnd: Bool { scanner.isAtEnd || scanner.rest.first == "#" }

  func end() throws(ScriptError) {
    guard isAtEnd else { throw error("unexpected '\(nextWord.shortened)'") }
  }

  func error(_ message: String) -> ScriptError { ScriptError(line, message) }

  /// The characters up to the next space, without reading them.
  private var nextWord: Substring {
    var next = scanner
    return next.skipWhile { !$0.isSpace }
  }

  /// Returns the characters up to the next space, or `nil` at the end of the line.
  mutating func next() -> String? { isAtEnd ? nil : take() }

  private mutating func take() -> String {
    let word = scanner.skipWhile { !$0.isSpace }
    scanner.skipSpaces()
    return String(word)
  }

  /// Skips `word` if it comes next, and returns whether it did.
  mutating func skip(_ word: String) -> Bool {
    guard nextWord == word else { return false }
    _ = take()
    return true
  }

  /// Returns the next word; `description` names it in the error.
  mutating func word(_ description: String) throws(ScriptError) -> String {
    guard let word = next() else { throw error("\(description) is missing") }
    return word
  }

  /// Returns the value of the next word.
  ///
  /// - Parameters:
  ///   - description: The name of the word in the error if it is missing.
  ///   - rule: The end of the error if the word is not valid: `is not a size such as 80x24`.
  private mutating func value<Value>(
    _ description: String, _ rule: String, _ parse: (String) -> Value?
  ) throws(ScriptError) -> Value {
    let word = try word(description)
    guard let value = parse(word) else { throw error("'\(word.shortened)' \(rule)") }
    return value
  }

  /// Returns the next word, which must be one of two.
  mutating func choice(_ first: String, _ second: String) throws(ScriptError) -> String {
    try value("'\(first)' or '\(second)'", "is neither '\(first)' nor '\(second)'") {
      $0 == first || $0 == second ? $0 : nil
    }
  }

  // MARK: - Texts

  /// Reads a quoted text, which may contain the escapes `\"`, `\\`, and `\u{1b}` for invisible characters.
  mutating func text() throws(ScriptError) -> String {
    guard isText else { throw error("a text in quotation marks is missing") }
    return try delimited("\"", "quotation mark")
  }

  /// Whether a quoted text comes next.
  var isText: Bool { scanner.rest.first == "\"" }

  /// Returns a ``Pattern`` between slashes, with `\/` for a slash.
  private mutating func pattern() throws(ScriptError) -> Pattern {
    let text = try delimited("/", "slash")
    do throws(Pattern.Problem) {
      return try Pattern(text)
    } catch {
      throw self.error(error.description)
    }
  }

  /// Returns the text between two marks, without the backslashes that escape a mark or, in a quoted text,
  /// another backslash.
  private mutating func delimited(
    _ mark: String, _ name: String
  ) throws(ScriptError) -> String {
    var text = ""
    var next = scanner
    _ = next.skip(mark)
    while !next.isAtEnd {
      text += next.skipWhile { !mark.unicodeScalars.contains($0) && $0 != "\\" }
      if next.skip(mark) {
        guard next.isAtEnd || next.skipSpaces() else {
          throw error("a space is missing after the closing \(name)")
        }
        guard text.utf8.count <= ScriptBudget.maxTextBytes else {
          throw error("a text has more than \(ScriptBudget.maxTextBytes >> 10) KB; split it")
        }
        scanner = next
        return text
      }
      guard next.skip("\\") else { break }
      if next.skip(mark) {
        text += mark
      } else if mark == "\"", next.skip("\\") {
        text += "\\"
      } else if mark == "\"", let scalar = Self.escapedScalar(&next) {
        text.unicodeScalars.append(scalar)
      } else {
        // Other escapes in a pattern belong to the pattern.
        text += "\\"
        if let scalar = next.rest.first, next.skip(String(scalar)) {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    throw error("a \(name) is missing at the end")
  }

  /// Reads the scalar of `u{1b}`, if that comes next.
  private static func escapedScalar(_ scanner: inout TextScanner) -> Unicode.Scalar? {
    var next = scanner
    guard next.skip("u"), next.skip("{") else { return nil }
    let digits = next.skipWhile(\.properties.isASCIIHexDigit)
    guard digits.utf8.count <= 8, next.skip("}"), let value = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    scanner = next
    return scalar
  }

  /// Returns the target of an expectation: a text or a pattern.
  mutating func target() throws(ScriptError) -> Expectation.Target {
    if scanner.rest.first == "/" { return .pattern(try pattern()) }
    guard isText else { throw error("a text in quotation marks, or a /pattern/, is missing") }
    return .text(try text())
  }

  /// Returns the name of a person.
  func name(_ text: String) throws(ScriptError) -> PersonName {
    guard let name = PersonName(text) else {
      throw error("'\(text.shortened)' is not a name: it has no letters")
    }
    guard !PersonName.isTooLong(text) else {
      throw error("a name has at most \(PersonName.maxLength) characters")
    }
    return name
  }

  /// Returns the rest of the line: a value that may contain spaces. A comment begins with `#` after a space.
  mutating func line(_ description: String) throws(ScriptError) -> String {
    var words: [String] = []
    while let word = next() { words.append(word) }
    guard !words.isEmpty else { throw error("\(description) is missing") }
    return words.joined(separator: " ")
  }

  // MARK: - Keys and numbers

  mutating func key() throws(ScriptError) -> Key {
    // `#` is a key as well as the start of a comment.
    guard !scanner.isAtEnd else { throw error("a key is missing") }
    let word = take()
    guard let key = Key(name: word) else { throw error("unknown key '\(word.shortened)'") }
    return key
  }

  /// Returns the count of `x12`, if the next word has this form.
  mutating func count() throws(ScriptError) -> Int? {
    guard scanner.rest.first == "x" else { return nil }
    return try value("a count", "is not a count from x1 to x100000") { Self.count($0.dropFirst()) }
  }

  /// Returns a count.
  mutating func number() throws(ScriptError) -> Int {
    try value("a number", "is not a count from 1 to 100000") { Self.count($0[...]) }
  }

  private static func count(_ digits: Substring) -> Int? {
    Int(digits).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  /// Returns a speed as a multiple of real time.
  mutating func speed() throws(ScriptError) -> Double {
    try value("a number", "is not a number from 0.25 to 100") {
      Double($0).flatMap { Script.speeds.contains($0) ? $0 : nil }
    }
  }

  mutating func seed() throws(ScriptError) -> UInt64 {
    try value("a number", "is not a whole number of at least 0") { UInt64($0) }
  }

  /// Returns a size such as `80x24`.
  mutating func size() throws(ScriptError) -> Size {
    try value("a size", "is not a size such as 80x24, with 1 to 500 columns and rows") {
      Self.pair($0, separator: "x", in: 1...500).map { Size($0, $1) }
    }
  }

  /// Returns a column and a row from 0, such as `12,3`.
  mutating func place() throws(ScriptError) -> Point {
    try value(
      "a position", "is not a position such as 12,3, with columns and rows from 0 to 499"
    ) {
      Self.pair($0, separator: ",", in: 0...499).map { Point($0, $1) }
    }
  }

  private static func pair(
    _ word: String, separator: Character, in range: ClosedRange<Int>
  ) -> (Int, Int)? {
    let numbers = word.split(separator: separator, omittingEmptySubsequences: false).map {
      Int($0).flatMap { range.contains($0) ? $0 : nil }
    }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
    return (first, second)
  }

  // MARK: - Times

  /// Returns the duration after the word `preposition`, if that comes next.
  mutating func duration(after preposition: String) throws(ScriptError) -> Duration? {
    guard skip(preposition) else { return nil }
    return try duration()
  }

  /// Returns the jitter of `±80ms` or `+-80ms`, if that comes next.
  private mutating func jitter() throws(ScriptError) -> Duration? {
    guard let sign = ["±", "+-"].first(where: { nextWord.hasPrefix($0) }) else { return nil }
    return try duration(after: sign.count)
  }

  /// Returns the pace of `every 950ms ±80ms`.
  mutating func pace() throws(ScriptError) -> RepPace {
    guard let interval = try duration(after: "every") else {
      throw error("'every' and a duration are missing")
    }
    let jitter = try jitter() ?? .zero
    guard jitter < interval else {
      throw error("the deviation must be less than the interval")
    }
    return RepPace(interval: interval, jitter: jitter)
  }

  /// Returns a duration such as `250ms`, `1.5s` or `2m`.
  mutating func duration() throws(ScriptError) -> Duration { try duration(after: 0) }

  private mutating func duration(after signCount: Int) throws(ScriptError) -> Duration {
    try value("a duration", "is not a duration such as 250ms, 1.5s or 2m, up to a day") { word in
      let text = word.dropFirst(signCount)
      return DurationUnit.allCases.first { text.hasSuffix($0.rawValue) }.flatMap {
        $0.duration(text.dropLast($0.rawValue.count))
      }
    }
  }

  /// Returns a date in ISO 8601 with a time zone; seconds are optional.
  mutating func date() throws(ScriptError) -> Date {
    try value(
      "a time", "is not a time such as 2026-01-05T07:00Z or 2026-01-05T07:00:30.250+01:00"
    ) {
      Date(iso8601: $0)
    }
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

  /// Returns the duration of a decimal number of units, exact to the nanosecond, so that recordings replay exactly.
  func duration(_ text: Substring) -> Duration? {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard
      (1...2).contains(halves.count),
      halves.allSatisfy({ $0.utf8.count <= 9 && $0.isDigits }),
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

extension StringProtocol {
  /// The beginning of the text for messages, with escaped control characters.
  var shortened: String { escapedText(maxLength: 40) }
}
