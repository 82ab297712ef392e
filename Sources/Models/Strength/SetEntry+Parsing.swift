extension SetEntry {
  /// Parses a set. `docs/WORKOUTS.md` has the grammar.
  ///
  /// - Parameter unit: The unit of a weight that is typed without one.
  /// - Throws: ``SetEntryError``, which names the column.
  /// - Complexity: O(n), at most ``maxLength``.
  public init(text: String, unit: Weight.Unit) throws(SetEntryError) {
    var parser = SetEntryParser(text)
    self = try parser.parse(unit)
  }

  /// Returns whether the text of a set can begin with a character.
  public static func canBegin(with character: Character) -> Bool {
    character.isASCII && character.isNumber || "+-−wWxX×".contains(character)
  }
}

/// A parser of the text of a set.
private struct SetEntryParser {
  private var scanner: ScalarScanner

  init(_ text: String) { scanner = ScalarScanner(text) }

  mutating func parse(_ unit: Weight.Unit) throws(SetEntryError) -> SetEntry {
    guard scanner.text.utf8.count <= SetEntry.maxLength else {
      throw problem("a set has at most \(SetEntry.maxLength) bytes of text: make its note shorter")
    }
    scanner.skipSpaces()
    let isWarmUp = scanner.skip("wW")
    let load = try parseLoad(unit)
    guard scanner.skip("xX×") else {
      throw problem(
        load == .bodyWeight
          ? "a set is a weight and reps, such as 100x5, or x12 without a weight"
          : "x and the reps are expected after the weight, as in 100x5")
    }
    let reps = try parseReps()
    let effort = scanner.skip("@") ? try parseEffort() : nil
    guard scanner.rest.first?.properties.isWhitespace ?? true else {
      throw problem("only @ and the effort (RPE), or a space and a note, can follow the reps")
    }
    let note = try parseNote()
    guard
      let set = SetEntry(load, reps: reps, effort: effort, isWarmUp: isWarmUp, note: note)
    else { throw problem(Self.repsProblem) }
    return set
  }

  private mutating func parseLoad(_ unit: Weight.Unit) throws(SetEntryError) -> Load {
    let isAdded = scanner.skip("+")
    let isAssisted = !isAdded && scanner.skip("-−")
    let numberStart = scanner.position
    let digits = scanner.skipWhile { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
    guard !digits.isEmpty else {
      guard !isAdded, !isAssisted else {
        throw problem("a weight is expected after the sign, such as +10x5 or -20x8")
      }
      return .bodyWeight
    }
    guard !digits.contains(",") else {
      throw problem("a fraction is written with a point, as in 62.5x5", at: numberStart)
    }
    let number = DecimalText(digits)
    let unit = try parseUnit() ?? unit
    guard let number, let weight = Weight(number, unit) else {
      throw problem(
        "a weight is a number from 0.001 to 9999.999, with a point and up to three digits after it; "
          + "x12 is a set without a weight", at: numberStart)
    }
    return isAdded ? .added(weight) : isAssisted ? .assisted(weight) : .weight(weight)
  }

  private mutating func parseUnit() throws(SetEntryError) -> Weight.Unit? {
    let start = scanner.position
    let letters = scanner.skipWhile {
      $0.properties.isAlphabetic && !"xX".unicodeScalars.contains($0)
    }
    guard !letters.isEmpty else { return nil }
    guard let unit = Weight.Unit(rawValue: letters.lowercased()) else {
      throw problem("the unit of a weight is kg or lb", at: start)
    }
    return unit
  }

  private static let repsProblem =
    "the reps of a set are a number from 1 to \(SetEntry.maxReps), as in 100x5"

  private mutating func parseReps() throws(SetEntryError) -> Int {
    let start = scanner.position
    let digits = scanner.skipDigits()
    guard
      digits.utf8.count <= 4, let reps = Int(digits), (1...SetEntry.maxReps).contains(reps)
    else { throw problem(Self.repsProblem, at: start) }
    return reps
  }

  private mutating func parseEffort() throws(SetEntryError) -> Effort {
    let start = scanner.position
    let digits = scanner.skipWhile { ("0"..."9").contains($0) || $0 == "." }
    guard let effort = Effort(digits) else {
      throw problem(
        "the effort (RPE) after @ is a number from 1 to 10 in halves, such as 8.5", at: start)
    }
    return effort
  }

  private mutating func parseNote() throws(SetEntryError) -> WorkoutNote? {
    scanner.skipSpaces()
    let raw = Substring(scanner.rest)
    guard !WorkoutNote.isTooWide(raw) else {
      throw problem("a note is at most \(WorkoutNote.maxWidth) columns wide: make it shorter")
    }
    return WorkoutNote(raw)
  }

  private func problem(_ problem: String, at index: String.Index? = nil) -> SetEntryError {
    SetEntryError(column: scanner.column(of: index), problem: problem)
  }
}
