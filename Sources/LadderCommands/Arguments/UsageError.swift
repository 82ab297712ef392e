/// An invalid command line, with one line about the reason and the remedy.
struct UsageError: Error, Hashable {
  let line: String

  init(_ line: String) { self.line = line }
}

/// Returns the candidate that is most similar to a misspelled word, if any is similar enough.
///
/// - Complexity: O(n·m) per candidate. Words of more than 64 characters have no suggestion.
func suggestion(for word: String, among candidates: [String]) -> String? {
  let typed = Array(word.lowercased())
  guard !typed.isEmpty, typed.count <= 64 else { return nil }
  let scored = candidates.map { candidate in
    // A correct prefix is a better match than any misspelling.
    let isBeginning = typed.count >= 3 && candidate.hasPrefix(word.lowercased())
    return (candidate, isBeginning ? 0 : editDistance(typed, Array(candidate)))
  }
  guard let (best, distance) = scored.min(by: { $0.1 < $1.1 }) else { return nil }
  return distance <= max(1, min(typed.count, best.count) / 3) ? best : nil
}

/// Returns the edit distance: the number of letters to insert, delete, replace, or swap with a neighbor.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
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
