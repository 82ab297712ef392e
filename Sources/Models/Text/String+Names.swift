@_spi(_Unicode) import Swift

extension StringProtocol {
  /// The name in a form that is equal for all its spellings: `pullup` for "Pull Ups", "pull-up" and "PULLUP".
  ///
  /// Case, accents, hyphens, spaces, apostrophes and plurals make no difference. Names of exercises and challenges are
  /// always compared by it. The database stores the keys of exercises, so a change of this function needs a migration.
  ///
  /// - Complexity: O(n).
  public var nameKey: String {
    let words = nameWords
    // A name of symbols has no words.
    return words.isEmpty ? lowercased() : words.joined()
  }

  /// The words of a name in the form of ``nameKey``: `diamond`, `push` and `up` for "Diamond Push-ups".
  var nameWords: [String] { plainWords.map(\.singular) }

  /// The words of a name, which consist of letters and digits.
  var plainWords: [Substring] { folded.split { !$0.isLetter && !$0.isNumber } }

  /// Returns whether the name contains another one as whole words: "Diamond push-ups" contains `pushup`.
  ///
  /// - Parameter key: The ``nameKey`` of the other name.
  /// - Complexity: O(n).
  public func containsName(_ key: String) -> Bool { nameKey == key || nameWords.runs.contains(key) }

  /// The text in lower case, without the accents of Latin and Greek letters and without apostrophes: `elevation` for
  /// "Élévation".
  ///
  /// - Complexity: O(n).
  public var folded: String {
    let text = lowercased()
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x27 }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfd {
      switch scalar {
      // In other scripts these marks form different letters, such as й.
      case "\u{300}"..."\u{36F}" where (scalars.last?.value ?? 0) < 0x400: continue
      case "'", "’", "ʼ": continue
      default: scalars += (letterFoldings[scalar] ?? String(scalar)).unicodeScalars
      }
    }
    return String(scalars).nfc
  }
}

/// The replacements of letters that don't decompose into a letter and an accent.
private let letterFoldings: [Unicode.Scalar: String] = [
  "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
  "ı": "i", "ς": "σ",
]

extension [String] {
  /// All joined sequences of up to eight consecutive words. Only the first hundred words count, because the name of a
  /// challenge in a hostile database can be long.
  var runs: Set<String> {
    let words = prefix(100)
    var runs: Set<String> = []
    for start in words.indices {
      var run = ""
      for word in words[start...].prefix(8) {
        run += word
        runs.insert(run)
      }
    }
    return runs
  }
}

extension Substring {
  /// The word in a form that is equal for singular and plural: `press` for "presses", `fly` for "flies" and "flyes".
  var singular: String {
    // Only words that end with these letters change.
    guard let last = utf8.last, "se".utf8.contains(last) else { return String(self) }
    var word = self
    if word.count > 2, word.hasSuffix("s"), !word.hasSuffix("ss") { word.removeLast() }
    if word.hasSuffix("ie") { return word.dropLast(2) + "y" }
    let hasPluralE = ["sse", "che", "she", "xe", "ye"].contains { word.hasSuffix($0) }
    return String(hasPluralE ? word.dropLast() : word)
  }
}

/// Names and other text in which a search looks for words.
///
/// ```swift
/// SearchableText(names: ["Élévation", "Pull Ups"]).contains(SearchWord("elevation"))   // true
/// ```
public struct SearchableText: Hashable, Sendable {
  private let text: String
  /// The keys of the names, and of the words in them.
  private let keys: Set<String>

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - names: The names, in which hyphens, spaces and plurals make no difference.
  ///   - text: The text in which only case and accents make no difference.
  /// - Complexity: O(n).
  public init(names: [String], text: String = "") {
    let folded = names.map(\.folded) + names.map { $0.plainWords.joined() } + [text.folded]
    self.text = folded.joined(separator: " ")
    keys = names.reduce(into: []) { $0.formUnion($1.nameWords.runs) }
  }

  /// Returns whether a word is a part of the text, or another spelling of a name or of words in a name.
  ///
  /// - Complexity: O(n).
  public func contains(_ word: SearchWord) -> Bool {
    text.contains(word.folded) || word.plain.map { text.contains($0) } ?? false
      || keys.contains(word.key)
  }
}

/// A word that a person looks for.
public struct SearchWord: Hashable, Sendable {
  /// The word in lower case, without accents and apostrophes.
  public let folded: String
  /// The letters and digits of the word; `nil` if it has no other characters.
  let plain: String?
  let key: String

  public init(_ word: some StringProtocol) {
    folded = word.folded
    let letters = word.plainWords.joined()
    plain = letters.isEmpty || letters == folded ? nil : letters
    key = word.nameKey
  }

  /// Returns the words of a query, which are separated by spaces.
  public static func words(of query: some StringProtocol) -> [SearchWord] {
    query.split(whereSeparator: \.isWhitespace).map { SearchWord($0) }
  }
}

// MARK: - Misspellings

extension [String] {
  /// Returns the element that is most similar to a misspelled or abbreviated word, if any is similar enough.
  ///
  /// ```swift
  /// ["history", "status"].closest(to: "histroy")        // "history"
  /// ["pushups-2min", "plank"].closest(to: "push-ups")   // "pushups-2min"
  /// ```
  ///
  /// - Complexity: O(n·m) per element. Words of more than 64 characters have no suggestion.
  public func closest(to word: String) -> String? {
    let typed = word.nameKey
    guard !typed.isEmpty, typed.count <= 64 else { return nil }
    let scored = map { candidate in
      let key = candidate.nameKey
      // A correct prefix is a better match than any misspelling.
      let isBeginning = typed.count >= 3 && key.hasPrefix(typed)
      return (candidate, key.count, isBeginning ? 0 : editDistance(typed, key))
    }
    guard let (best, count, distance) = scored.min(by: { $0.2 < $1.2 }) else { return nil }
    // Any name of one letter is one edit away from another letter.
    guard typed.count > 1 || best.nameKey.hasPrefix(typed) else { return nil }
    return distance <= Swift.max(1, Swift.min(typed.count, count) / 3) ? best : nil
  }

  /// Returns the name that a new name probably misspells: `squat` for "sqaut".
  ///
  /// Names that differ in a number or in a word of one or two letters are different: "T raise" and "Y raise".
  ///
  /// - Returns: `nil` if one of the names has the same ``Swift/StringProtocol/nameKey``, or none is similar enough.
  /// - Complexity: O(n·m) per name.
  public func likelySpelling(of name: String) -> String? {
    let key = name.nameKey
    guard key.count <= Routine.maxNameWidth, !contains(where: { $0.nameKey == key }) else {
      return nil
    }
    return first { name.isMisspelling(of: $0) }
  }
}

extension String {
  fileprivate func isMisspelling(of name: String) -> Bool {
    guard filter(\.isNumber) == name.filter(\.isNumber) else { return false }
    let (words, others) = (plainWords, name.plainWords)
    guard words.count == others.count else {
      return nameKey.count > 3 && editDistance(nameKey, name.nameKey) <= 1
    }
    let edits = zip(words, others).map { word, other in
      // Any edit of a word of one or two letters makes a different word.
      word == other || min(word.count, other.count) > 2
        ? min(editDistance(word, other), editDistance(word.singular, other.singular)) : 2
    }
    // Two edits in one word often make a different word: incline and decline.
    return edits.allSatisfy { $0 <= 1 } && edits.reduce(0, +) <= 2
  }
}

/// Returns the edit distance: the number of letters to insert, delete, replace, or swap with a neighbor.
private func editDistance(_ first: some StringProtocol, _ second: some StringProtocol) -> Int {
  let (a, b) = (Array(first), Array(second))
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
