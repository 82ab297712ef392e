/// A reader of the parts of a text, with its position.
///
/// It reads Unicode scalars and not characters, because some letters form a character with the next sign.
struct ScalarScanner {
  let text: String
  private(set) var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    self.text = text
    rest = text.unicodeScalars[...]
  }

  var position: String.Index { rest.startIndex }

  /// Reads a scalar if it is one of the given ones.
  mutating func skip(_ scalars: String) -> Bool {
    guard let first = rest.first, scalars.unicodeScalars.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipWhile(_ isIncluded: (Unicode.Scalar) -> Bool) -> Substring {
    let prefix = rest.prefix(while: isIncluded)
    rest = rest[prefix.endIndex...]
    return Substring(prefix)
  }

  mutating func skipDigits() -> Substring { skipWhile { ("0"..."9").contains($0) } }

  /// Skips spaces.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  mutating func skipSpaces() -> Bool { !skipWhile(\.properties.isWhitespace).isEmpty }

  /// Returns a position in characters, counted from 1; by default that of the next part.
  func column(of index: String.Index? = nil) -> Int { text[..<(index ?? position)].count + 1 }
}
