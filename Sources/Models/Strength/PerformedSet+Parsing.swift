import FoundationEssentials

extension [PerformedSet] {
  /// Parses the sets of a session as ``text`` writes them: `squat 100x5 100x5@9, row 60x8`.
  ///
  /// A weight without a unit has the unit of the exercise's last weight before, at first kilograms.
  ///
  /// - Parameters:
  ///   - old: The sets that are corrected. A set that is the same at its place keeps its time and its note.
  ///   - date: The time of sets that are added after the last one.
  /// - Throws: ``SetEntryError`` with the column of the exercise or of the set.
  /// - Complexity: O(n) in the text and in the sets.
  public init(
    text: String, correcting old: [PerformedSet], at date: Date
  ) throws(SetEntryError) {
    self = []
    var start = text.startIndex
    while true {
      let end = text[start...].firstIndex(of: ",") ?? text.endIndex
      try append(part: text[start..<end], of: text, correcting: old, at: date)
      guard end < text.endIndex else { break }
      start = text.index(after: end)
    }
    guard count <= PerformedSet.maxCount, reps <= RepLog.maxReps else {
      throw SetEntryError(
        column: 1,
        problem: "a session has at most \(PerformedSet.maxCount) sets and \(RepLog.maxReps) reps")
    }
  }

  /// Parses an exercise and its sets.
  private mutating func append(
    part: Substring, of text: String, correcting old: [PerformedSet], at date: Date
  ) throws(SetEntryError) {
    func column(of word: Substring) -> Int { text[..<word.startIndex].count + 1 }
    let words = part.split(whereSeparator: \.isWhitespace)
    let nameCount = words.firstIndex(where: \.isSetLike) ?? words.count
    guard
      let name = Routine.exerciseName(words[..<nameCount].joined(separator: " "))
    else {
      throw SetEntryError(
        column: column(of: words.first ?? part),
        problem: "an exercise and its sets are expected, as in squat 100x5 100x5")
    }
    guard nameCount < words.count else {
      throw SetEntryError(
        column: text[..<part.endIndex].count + 1,
        problem: "the sets of \(name) are expected, as in 100x5")
    }
    for word in words[nameCount...] {
      let known = old.indices.contains(count) && old[count].exercise == name ? old[count] : nil
      if let known, known.set.result == word {
        append(known)
        continue
      }
      let unit =
        last { $0.exercise == name && $0.set.load.weight != nil }?.set.load.weight?.unit
        ?? .kilograms
      let set: SetEntry
      do throws(SetEntryError) {
        set = try SetEntry(text: String(word), unit: unit)
      } catch {
        throw SetEntryError(
          column: column(of: word) + error.column - 1, problem: error.problem)
      }
      let time = known?.doneAt ?? (old.indices.contains(count) ? old[count].doneAt : date)
      guard let performed = PerformedSet(name, set, at: time) else { continue }
      append(performed)
    }
  }
}

extension Substring {
  /// Whether this is meant as a set and not as a word of a name: it begins as a set does, and has an x and a digit.
  fileprivate var isSetLike: Bool {
    guard let first, SetEntry.canBegin(with: first) else { return false }
    return contains { "xX×".contains($0) } && contains { $0.isASCII && $0.isNumber }
  }
}
