/// A command of a person's own for a cue, as words: a program and its arguments. No shell reads it.
///
/// ```swift
/// let command = try CueCommand("espeak-ng -s 140 {text}")
/// command.arguments(text: "squat, 20 seconds")    // ["espeak-ng", "-s", "140", "squat, 20 seconds"]
/// ```
public struct CueCommand: Hashable, Sendable {
  /// The program, and its arguments before ``placeholder`` is replaced.
  public let words: [String]

  /// The part of a word that is replaced by the text of the cue.
  static let placeholder = "{text}"
  static let maxWords = 32
  static let maxLength = 1024
  /// The maximum number of characters that replace ``placeholder``.
  static let maxTextLength = 100

  /// A reason why a text is not a command.
  enum Violation: Error {
    case empty, tooLong, tooManyWords, openQuote, control
  }

  /// Splits a text into words at white space. Quotation marks, double or single, keep what is between them together;
  /// every other character stands for itself.
  ///
  /// - Complexity: O(n).
  init(_ text: String) throws(Violation) {
    guard text.utf8.count <= Self.maxLength else { throw .tooLong }
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      guard scalar.value >= 0x20 || scalar == "\t", scalar.value != 0x7F else { throw .control }
      if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
        word = word ?? ""
      } else if quote == nil, scalar.properties.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(scalar)
      }
    }
    guard quote == nil else { throw .openQuote }
    if let word { words.append(word) }
    guard words.first?.isEmpty == false else { throw .empty }
    guard words.count <= Self.maxWords else { throw .tooManyWords }
    self.words = words
  }

  /// Returns the program and its arguments.
  ///
  /// - Parameter text: The text of the cue. It may contain a name from anywhere, so only its letters, digits, spaces and
  ///   `,.:-` are kept, and it begins with a letter or a digit: a name is neither an option nor code for a shell.
  public func arguments(text: String) -> [String] {
    guard words.contains(where: { $0.contains(Self.placeholder) }) else { return words }
    let text = Self.plainText(text)
    return words.map { $0.replacing(Self.placeholder, with: text) }
  }

  private static func plainText(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maxTextLength) {
      let isPlain =
        scalar.isLetterOrDigit || scalar.isMark || ",.:-".unicodeScalars.contains(scalar)
      if plain.isEmpty, !scalar.isLetterOrDigit { continue }
      plain.append(isPlain ? scalar : " ")
    }
    return String(plain)
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    properties.isAlphabetic || properties.generalCategory == .decimalNumber
  }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }
}
