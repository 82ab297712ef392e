import FoundationEssentials

extension [PerformedSet] {
  /// Parses the sets of a session as ``text`` writes them: `squat 100x5 100x5@9, row 60x8`.
  ///
  /// A weight without a unit has the unit of the exercise's last weight before, at first kilograms. The name of an exercise
  /// can be in quotation marks.
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
      let end = text[start...].firstCommaOutsideQuotes ?? text.endIndex
      try append(part: text[start..<end], of: text, correcting: old, at: date)
      guard end < text.endIndex else { break }
      start = text.index(after: end)
    }
    guard reps <= RepLog.maxReps else {
      throw SetEntryError(column: 1, problem: "a session has at most \(RepLog.maxReps) reps")
    }
  }

  /// Parses an exercise and its sets.
  private mutating func append(
    part: Substring, of text: String, correcting old: [PerformedSet], at date: Date
  ) throws(SetEntryError) {
    func column(of word: Substring) -> Int { text[..<word.startIndex].count + 1 }
    let (typedName, sets) = part.nameAndSets
    guard let name = Routine.exerciseName(typedName) else {
      throw SetEntryError(
        column: column(of: part.drop(while: \.isWhitespace)),
        problem: "an exercise and its sets are expected, as in squat 100x5 100x5")
    }
    guard !sets.isEmpty else {
      throw SetEntryError(
        column: text[..<part.endIndex].count + 1,
        problem: "the sets of \(name) are expected, as in 100x5")
    }
    for word in sets {
      guard count < PerformedSet.maxCount else {
        throw SetEntryError(
          column: column(of: word),
          problem: "a session has at most \(PerformedSet.maxCount) sets")
      }
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

extension String {
  /// The name of an exercise, in quotation marks if a part of it could be taken for a set or for the next exercise.
  var quotedExerciseName: String {
    contains(",") || split(separator: " ").contains(where: \.isSetLike) ? "\"\(self)\"" : self
  }
}

extension Substring {
  fileprivate var firstCommaOutsideQuotes: Index? {
    var isQuoted = false
    return indices.first { index in
      if self[index] == "\"" { isQuoted.toggle() }
      return self[index] == "," && !isQuoted
    }
  }

  /// The name of an exercise, which can be in quotation marks, and the words after it.
  fileprivate var nameAndSets: (name: String, sets: [Substring]) {
    let text = drop(while: \.isWhitespace)
    if text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") {
      let name = text[text.index(after: text.startIndex)..<end]
      return (String(name), text[text.index(after: end)...].split(whereSeparator: \.isWhitespace))
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    let count = words.firstIndex(where: \.isSetLike) ?? words.count
    return (words[..<count].joined(separator: " "), Array(words[count...]))
  }

  /// Whether this is meant as a set and not as a word of a name: it begins as a set does, and has an x and a digit.
  fileprivate var isSetLike: Bool {
    guard let first, SetEntry.canBegin(with: first) else { return false }
    return contains { "xX×".contains($0) } && contains { $0.isASCII && $0.isNumber }
  }
}

extension String {
  /// The name of an exercise and the sets after it, as in `squat 100x5 80x8`; `nil` if one of them is missing.
  public var exerciseAndSets: (exercise: String, sets: [String])? {
    let (name, sets) = self[...].nameAndSets
    guard !name.isEmpty, !sets.isEmpty else { return nil }
    return (name, sets.map(String.init))
  }
}
