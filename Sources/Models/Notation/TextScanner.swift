/// An error in a text that a person wrote, with its position.
public struct TextError: Error, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The line, counted from 1; `nil` in a text of one line.
  public var line: Int?
  /// The position in characters, counted from 1, in a text of one line.
  public var column: Int
  /// The problem and its solution.
  public var problem: String
  /// Whether the problem is a weight without a known unit.
  public var isUnitMissing = false

  public init(line: Int? = nil, column: Int = 1, _ problem: String) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  public static func < (lhs: TextError, rhs: TextError) -> Bool {
    (lhs.line ?? 1, lhs.column) < (rhs.line ?? 1, rhs.column)
  }

  public var description: String {
    "\(line.map { "line \($0)" } ?? "column \(column)"): \(problem)"
  }
}

/// A reader of the parts of a text, with its position.
///
/// It reads Unicode scalars, not characters, because a letter and a combining mark after it can form one character.
package struct TextScanner {
  package let text: String
  package private(set) var rest: Substring.UnicodeScalarView

  package init(_ text: some StringProtocol) {
    self.text = String(text)
    rest = self.text.unicodeScalars[...]
  }

  package var isAtEnd: Bool { rest.isEmpty }

  package var position: String.Index { rest.startIndex }

  /// Reads the next scalar if it is one of the given scalars.
  package mutating func skip(_ scalars: String) -> Bool {
    guard let first = rest.first, scalars.unicodeScalars.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  package mutating func skipWhile(_ isIncluded: (Unicode.Scalar) -> Bool) -> Substring {
    let prefix = rest.prefix(while: isIncluded)
    rest = rest[prefix.endIndex...]
    return Substring(prefix)
  }

  /// Skips spaces.
  ///
  /// - Returns: Whether any were skipped.
  @discardableResult
  package mutating func skipSpaces() -> Bool { !skipWhile { $0.isSpace }.isEmpty }

  package mutating func skipDigits() -> Substring { skipWhile { $0.isASCIIDigit } }

  /// Reads a number with the given number of digits.
  mutating func number(digits count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    rest = rest[digits.endIndex...]
    return Int(Substring(digits))
  }

  /// Reads a text in quotation marks; `nil` if one of them is missing.
  mutating func skipQuoted(by mark: String = "\"") -> Substring? {
    var next = self
    guard next.skip(mark) else { return nil }
    let text = next.skipWhile { !mark.unicodeScalars.contains($0) }
    guard next.skip(mark) else { return nil }
    self = next
    return text
  }

  /// Returns an error at a position, by default the current one.
  func error(_ problem: String, at index: String.Index? = nil) -> TextError {
    TextError(column: text[..<(index ?? position)].count + 1, problem)
  }
}

extension Unicode.Scalar {
  /// Whether this is white space. ASCII characters, which are the most frequent, need no search in Unicode's tables.
  package var isSpace: Bool {
    isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
  }

  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension StringProtocol {
  /// Whether the text consists of ASCII digits.
  package var isDigits: Bool { !isEmpty && unicodeScalars.allSatisfy(\.isASCIIDigit) }
}
