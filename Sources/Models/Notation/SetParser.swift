/// A set as a person typed it.
struct TypedSet {
  var entry: SetEntry
  /// Whether a note was typed, even an empty one in quotation marks.
  var hasTypedNote = false
}

/// A parser of the sets of an exercise, or of a session that names its exercises.
struct SetParser {
  var scanner: TextScanner
  /// The unit of the next weight if it is typed without one; `nil` if it is unknown.
  var unit: Weight.Unit?
  /// Whether the name of an exercise can follow a comma.
  let hasExercises: Bool

  init(_ text: String, unit: Weight.Unit? = nil, hasExercises: Bool = false) {
    scanner = TextScanner(text)
    self.unit = unit
    self.hasExercises = hasExercises
  }

  /// Parses at least one set, up to the end of the text or to the comma before the next exercise.
  mutating func parseSets() throws(TextError) -> [TypedSet] {
    var sets: [TypedSet] = []
    scanner.skipSpaces()
    repeat {
      let start = scanner.position
      let typed = try parseSet()
      guard sets.count + typed.count <= PerformedSet.maxCount else {
        throw scanner.error("a session has at most \(PerformedSet.maxCount) sets", at: start)
      }
      guard scanner.text[start..<scanner.position].utf8.count <= SetEntry.maxLength else {
        throw scanner.error(
          "a set has at most \(SetEntry.maxLength) bytes of text: make its note shorter")
      }
      sets += typed
    } while skipToNextSet()
    return sets
  }

  /// Parses the name of an exercise, which can be in quotation marks, up to its first set.
  mutating func parseName() throws(TextError) -> String {
    scanner.skipSpaces()
    let start = scanner.position
    let name: String?
    if let quoted = scanner.skipQuoted() {
      name = Routine.exerciseName(quoted)
    } else {
      var words: [Substring] = []
      while !scanner.isAtEnd, scanner.rest.first != ",", !scanner.startsSet() {
        words.append(scanner.skipWhile { !$0.isSpace && $0 != "," })
        scanner.skipSpaces()
      }
      name = Routine.exerciseName(words.joined(separator: " "))
    }
    guard let name else {
      throw scanner.error(
        "an exercise and its sets are expected, as in squat 100x5 100x5", at: start)
    }
    scanner.skipSpaces()
    guard !scanner.isAtEnd, scanner.rest.first != "," else {
      throw scanner.error("the sets of \(name) are expected, as in 100x5")
    }
    return name
  }

  /// Skips the comma before the next exercise.
  mutating func skipToNextExercise() -> Bool {
    scanner.skipSpaces()
    return scanner.skip(",")
  }

  private mutating func skipToNextSet() -> Bool {
    var next = scanner
    next.skipSeparators()
    guard !next.isAtEnd, !hasExercises || next.startsSet() else { return false }
    scanner = next
    return true
  }

  // MARK: - A set

  /// The parts of a set before its note.
  private struct Core {
    var load: Load
    var reps: Int
    var count = 1
  }

  /// Parses a set, or several with the same load: `100x5,5,4`, `5x5x100`. A note belongs to the last set.
  private mutating func parseSet() throws(TextError) -> [TypedSet] {
    let isWarmUp = scanner.skip("wW")
    let numbers = try parseNumbers()
    let planned = try parsePlannedWeight(after: numbers)
    let core = try core(numbers, planned)
    var effort = try parseEffort()
    func set(_ reps: Int, _ effort: Effort?) throws(TextError) -> TypedSet {
      guard let set = SetEntry(core.load, reps: reps, effort: effort, isWarmUp: isWarmUp) else {
        throw scanner.error(Self.repsProblem)
      }
      return TypedSet(entry: set)
    }
    var sets = Array(repeating: try set(core.reps, effort), count: core.count)
    if numbers.count == 2, planned == nil {
      while skipToMoreReps() {
        let reps = try parseReps()
        effort = try parseEffort()
        sets.append(try set(reps, effort))
      }
    }
    guard scanner.isAtBoundary else { throw scanner.error(Self.endProblem) }
    if let body = try parseBody() {
      for index in sets.indices { sets[index].entry.body = body }
    }
    if let note = try parseNote() {
      sets[sets.count - 1].entry.note = WorkoutNote(note)
      sets[sets.count - 1].hasTypedNote = true
    }
    return sets
  }

  /// Returns the load, the reps and the number of sets that the numbers of a text stand for.
  private mutating func core(
    _ numbers: [Number], _ planned: Number?
  ) throws(TextError) -> Core {
    if let planned {
      let count = numbers.count == 2 ? try setCount(numbers[0]) : 1
      return Core(
        load: try load(planned), reps: try reps(numbers[numbers.count - 1]), count: count)
    }
    guard numbers.count == 3 else {
      let reps = try reps(numbers[1])
      if let sets = numbers[0].whole, (1...SetEntry.maxAmbiguousCount).contains(sets) {
        throw ambiguity(numbers, sets)
      }
      return Core(load: try load(numbers[0]), reps: reps)
    }
    let roles = try roles(of: numbers)
    let count = try setCount(numbers[roles.sets])
    return Core(
      load: try load(numbers[roles.weight]), reps: try reps(numbers[roles.reps]), count: count)
  }

  /// Returns the roles of three numbers. If exactly one must be a weight, it is the weight; otherwise the smaller of
  /// the first and the last is the number of sets.
  private func roles(
    of numbers: [Number]
  ) throws(TextError) -> (sets: Int, reps: Int, weight: Int) {
    let weights = numbers.indices.filter { numbers[$0].isWeight }
    switch weights {
    case [0]: return (sets: 2, reps: 1, weight: 0)
    case [1]: return (sets: 0, reps: 2, weight: 1)
    case [2]: return (sets: 0, reps: 1, weight: 2)
    case []:
      let (first, last) = (numbers[0].whole ?? .max, numbers[2].whole ?? .max)
      if first != last, max(first, last) <= SetEntry.maxAmbiguousCount {
        let unit = (unit ?? .kilograms).rawValue
        let reps = numbers[1].digits
        throw scanner.error(
          "this can be \(first) sets of \(reps) with \(last) \(unit) or \(last) sets of \(reps) "
            + "with \(first) \(unit): write \(first)x\(reps)x\(last)\(unit) or "
            + "\(last)x\(reps)x\(first)\(unit)", at: numbers[0].start)
      }
      return first <= last ? (sets: 0, reps: 1, weight: 2) : (sets: 2, reps: 1, weight: 0)
    default:
      throw scanner.error(
        "only one of the three numbers is the weight, as in 5x5x100kg",
        at: numbers[weights[1]].start)
    }
  }

  private func ambiguity(_ numbers: [Number], _ sets: Int) -> TextError {
    let (reps, unit) = (numbers[1].digits, (unit ?? .kilograms).rawValue)
    let word = sets == 1 ? "set" : "sets"
    return scanner.error(
      "this can be \(sets) \(word) of \(reps) or \(sets) \(unit) x \(reps): write "
        + "\(sets)x\(reps) @ 100\(unit) or \(Array(repeating: "x\(reps)", count: sets).joined(separator: " ")) "
        + "for the sets, or \(sets)\(unit)x\(reps) for the weight", at: numbers[0].start)
  }
}

// Notes.
extension SetParser {
  /// Parses the note up to the next set; `nil` for none, and empty for `""`.
  mutating func parseNote() throws(TextError) -> String? {
    scanner.skipSpaces()
    let start = scanner.position
    let note: String
    if let quoted = parseQuotedNote() {
      note = quoted
    } else {
      note = String(parseNoteWords())
      guard !note.isEmpty else { return nil }
      guard !note.looksLikeSet, !note.isNumberLike, !note.hasPrefix(",") else {
        throw scanner.error(
          "this is neither a set such as 100x5 nor a note; put a note with such numbers in quotation marks",
          at: start)
      }
    }
    guard !WorkoutNote.isTooWide(note) else {
      throw scanner.error(
        "a note has at most \(WorkoutNote.maxWidth) columns: make it shorter", at: start)
    }
    return note
  }

  /// Parses a note in quotation marks if a set, an exercise or the end follows it. A doubled mark in it is one mark.
  private mutating func parseQuotedNote() -> String? {
    var next = scanner
    guard let first = next.skipQuoted() else { return nil }
    var note = String(first)
    while next.rest.first == "\"", let more = next.skipQuoted() { note += "\"\(more)" }
    guard next.isAtBoundary else { return nil }
    var after = next
    let hasComma = after.skipSeparators()
    guard after.isAtEnd || after.startsSet() || hasExercises && hasComma else { return nil }
    scanner = next
    return note
  }

  /// Reads words up to the next set, or to the next exercise.
  private mutating func parseNoteWords() -> Substring {
    let start = scanner.position
    var end = start
    while !scanner.isAtEnd, !scanner.startsSet() {
      var next = scanner
      if next.skipSeparators() {
        let isNextExercise = hasExercises && scanner.rest.first == ","
        guard !isNextExercise, !next.isAtEnd, !next.startsSet() else { break }
        scanner = next
      } else {
        _ = scanner.skipWhile { !$0.isSpace && $0 != "," && $0 != ";" }
        end = scanner.position
        scanner.skipSpaces()
      }
    }
    return scanner.text[start..<end]
  }
}

extension String {
  /// Whether a word begins with a number and contains an x.
  fileprivate var looksLikeSet: Bool {
    split(whereSeparator: \.isWhitespace).contains { word in
      word.isNumberLike && word.contains { "xX×".contains($0) }
    }
  }
}

extension StringProtocol {
  /// Whether the text begins with a number, or has no letters.
  fileprivate var isNumberLike: Bool {
    let number = first.map { "wW".contains($0) } == true ? dropFirst() : self[...]
    let digits = number.first.map { "+-−".contains($0) } == true ? number.dropFirst() : number
    return digits.first.map { $0.isASCII && $0.isNumber } == true
      || unicodeScalars.allSatisfy { $0.isASCII && !$0.properties.isAlphabetic }
  }
}
