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
    return distance <= Swift.max(1, Swift.min(typed.count, count) / 3) ? best : nil
  }

  /// Returns the name of which a new name is probably a misspelling: `squat` for "sqaut".
  ///
  /// Names that differ in a number or in a word of one or two letters are different: "T raise" and "Y raise".
  ///
  /// - Returns: `nil` if one of the names has the same ``Swift/StringProtocol/nameKey``, or none is similar enough.
  /// - Complexity: O(n·m) per name.
  public func likelyMeant(by name: String) -> String? {
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
      // A word of one or two letters is another one with each edit.
      word == other || min(word.count, other.count) > 2
        ? min(editDistance(word, other), editDistance(word.singular, other.singular)) : 2
    }
    // Two edits in one word make another word too easily, as incline and decline.
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
