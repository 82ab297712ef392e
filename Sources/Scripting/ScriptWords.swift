import TerminalUI

/// The words of one line of a script.
struct ScriptWords: Sendable {
  struct Word: Equatable, Sendable {
    var text: String
    var isQuoted: Bool
  }

  struct Problem: Error, Equatable {
    var message: String
    init(_ message: String) { self.message = message }
  }

  private var rest: ArraySlice<Word>

  /// Splits a line at its spaces; what stands between quotation marks is one word, and `#` begins a comment.
  init(_ line: some StringProtocol) throws(Problem) {
    var words: [Word] = []
    var rest = line[...]
    while let first = rest.first(where: { !$0.isWhitespace }), first != "#" {
      rest = rest.drop(while: \.isWhitespace)
      if first == "\"" {
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(of: "\"") else {
          throw Problem("a quotation mark is missing at the end")
        }
        words.append(Word(text: String(inside[..<end]), isQuoted: true))
        rest = inside[inside.index(after: end)...]
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(Word(text: String(word), isQuoted: false))
        rest = rest[word.endIndex...]
      }
    }
    self.rest = words[...]
  }

  mutating func next() -> Word? { rest.popFirst() }

  func end() throws(Problem) {
    if let word = rest.first { throw Problem("'\(word.text)' is too much") }
  }

  mutating func text() throws(Problem) -> String {
    guard let word = next(), word.isQuoted else {
      throw Problem("a text in quotation marks is missing")
    }
    return word.text
  }

  mutating func key() throws(Problem) -> Key {
    guard let word = next() else { throw Problem("a key is missing") }
    guard let key = Key(name: word.text) else { throw Problem("there is no key '\(word.text)'") }
    return key
  }

  /// `x12`, where the next word is one.
  mutating func count() throws(Problem) -> Int? {
    guard let word = rest.first, word.text.first == "x" else { return nil }
    rest.removeFirst()
    guard let count = Int(word.text.dropFirst()), (1...100_000).contains(count) else {
      throw Problem("'\(word.text)' is no number of times from x1 to x100000")
    }
    return count
  }

  /// A duration behind the word `preposition`, where that comes next.
  mutating func duration(after preposition: String) throws(Problem) -> Duration? {
    guard let word = rest.first, word.text == preposition, !word.isQuoted else { return nil }
    rest.removeFirst()
    return try duration()
  }

  /// `250ms`, `1.5s`, `2m`.
  mutating func duration() throws(Problem) -> Duration {
    guard let word = next() else { throw Problem("a duration is missing") }
    let units: [(suffix: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("m", 60_000)]
    for unit in units where word.text.hasSuffix(unit.suffix) {
      guard
        let number = Double(word.text.dropLast(unit.suffix.count)), (0...86_400).contains(number)
      else { break }
      return .milliseconds(Int64((number * unit.milliseconds).rounded()))
    }
    throw Problem("'\(word.text)' is no duration such as 250ms, 1.5s or 2m")
  }
}
