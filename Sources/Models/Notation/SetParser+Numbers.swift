// Parsing of the numbers of a set, and of the text after them.
extension SetParser {
  /// A number of a set, before it is known whether it is a weight or a count.
  struct Number {
    /// The start of the digits.
    let start: String.Index
    let sign: Character?
    let digits: Substring
    let unit: Weight.Unit?

    /// Whether this is a weight and not a count: it has a sign, a unit or a fraction, or no digits (body weight).
    var isWeight: Bool { sign != nil || unit != nil || digits.isEmpty || digits.contains(".") }

    /// The number, if it can be a count.
    var whole: Int? { isWeight || digits.utf8.count > 4 ? nil : Int(digits) }
  }

  /// Parses one to three numbers with an x between them.
  mutating func parseNumbers() throws(TextError) -> [Number] {
    var numbers = [try parseFirstNumber()]
    while numbers.count < 3, skipTimes(isFirst: numbers.count == 1) {
      let start = scanner.position
      scanner.skipSpaces()
      let sign: Character? =
        numbers.count < 2 ? nil : scanner.skip("+") ? "+" : scanner.skip("-−") ? "-" : nil
      let numberStart = scanner.position
      let digits = scanner.skipNumber()
      guard !digits.isEmpty else { throw scanner.error(Self.repsProblem, at: start) }
      let unit = try parseUnit(orThrow: Self.endProblem)
      numbers.append(
        Number(start: numberStart, sign: sign, digits: digits, unit: unit))
    }
    return numbers
  }

  mutating func parseFirstNumber() throws(TextError) -> Number {
    let sign: Character? = scanner.skip("+") ? "+" : scanner.skip("-−") ? "-" : nil
    let start = scanner.position
    let digits = scanner.skipNumber()
    guard !digits.isEmpty else {
      guard sign == nil else {
        throw scanner.error("a weight is expected after the sign, such as +10x5 or -20x8")
      }
      return Number(start: start, sign: nil, digits: digits, unit: nil)
    }
    guard !scanner.isAtDecimalComma else {
      throw scanner.error("a fraction is written with a point, as in 62.5x5", at: start)
    }
    let unit = try parseUnit(orThrow: "the unit of a weight is kg or lb")
    return Number(start: start, sign: sign, digits: digits, unit: unit)
  }

  /// Parses the unit after a number and an optional space.
  ///
  /// - Parameter message: The message of the error if other letters follow.
  mutating func parseUnit(orThrow message: String) throws(TextError) -> Weight.Unit? {
    let start = scanner.position
    let letters = scanner.skipLetters()
    if !letters.isEmpty {
      guard let unit = Weight.Unit(rawValue: letters.lowercased()) else {
        throw scanner.error(message, at: start)
      }
      return unit
    }
    return scanner.skipUnit()
  }

  /// Skips the x between two numbers, with optional spaces. If a space precedes the second x, one must follow it.
  mutating func skipTimes(isFirst: Bool) -> Bool {
    var next = scanner
    let hasSpace = next.skipSpaces()
    guard next.skip("xX×") else { return false }
    guard isFirst || !hasSpace || next.rest.first?.isSpace == true else {
      return false
    }
    scanner = next
    return true
  }

  mutating func load(_ number: Number) throws(TextError) -> Load {
    guard !number.digits.isEmpty else { return .bodyWeight }
    guard let decimal = DecimalText(number.digits), Weight(decimal, .kilograms) != nil else {
      throw scanner.error(
        "a weight is a number from 0.001 to 9999.999, with up to three digits after the point; "
          + "x12 is a set without a weight", at: number.start)
    }
    guard let unit = number.unit ?? unit, let weight = Weight(decimal, unit) else {
      var error = scanner.error(
        "is \(decimal.text) in kg or in lb? write \(decimal.text)kg or \(decimal.text)lb",
        at: number.start)
      error.isUnitMissing = true
      throw error
    }
    self.unit = unit
    switch number.sign {
    case "+": return .added(weight)
    case "-": return .assisted(weight)
    default: return .weight(weight)
    }
  }

  func setCount(_ number: Number) throws(TextError) -> Int {
    guard let count = number.whole, (1...SetEntry.maxRepeatCount).contains(count) else {
      throw scanner.error(
        "the number of equal sets is from 1 to \(SetEntry.maxRepeatCount), as in 5x5x100kg",
        at: number.start)
    }
    return count
  }

  static let repsProblem =
    "the reps of a set are a number from 1 to \(SetEntry.maxReps), as in 100x5"
  static let endProblem =
    "only @ and the effort (RPE), or a space and a note, can follow the reps"

  func reps(_ number: Number) throws(TextError) -> Int {
    let digits = number.digits.prefix { $0 != "." }
    guard digits.utf8.count <= 4, let reps = Int(digits), (1...SetEntry.maxReps).contains(reps)
    else { throw scanner.error(Self.repsProblem, at: number.start) }
    // Neither a fraction nor a unit can follow the reps.
    guard number.whole != nil else { throw scanner.error(Self.endProblem, at: digits.endIndex) }
    return reps
  }

  /// Parses the weight of the body after a set: `bw82.5kg`.
  mutating func parseBody() throws(TextError) -> Weight? {
    var next = scanner
    guard next.skipSpaces(), next.skip("bB"), next.skip("wW") else { return nil }
    let text = next.skipWhile { !$0.isSpace && $0 != "," && $0 != ";" }
    guard text.first?.isNumber == true else { return nil }
    guard let weight = Weight(bodyWeight: String(text), unit: unit ?? .kilograms) else {
      throw scanner.error("the body weight after bw is from 10 to 700 kg, as in bw82.5kg")
    }
    scanner = next
    return weight
  }

  // MARK: - Further reps

  /// Skips the comma before the reps of another set with the same load.
  mutating func skipToMoreReps() -> Bool {
    var next = scanner
    guard next.skip(",") else { return false }
    let isSpaced = next.skipSpaces()
    // In the text of a session, the name of the next exercise can follow.
    guard !isSpaced || !hasExercises, !next.startsSet(isSpaced: isSpaced) else { return false }
    var digits = next
    guard !digits.skipDigits().isEmpty, digits.isAtBoundary || digits.rest.first == "@" else {
      return false
    }
    scanner = next
    return true
  }

  mutating func parseReps() throws(TextError) -> Int {
    let start = scanner.position
    let digits = scanner.skipDigits()
    return try reps(
      Number(start: start, sign: nil, digits: digits, unit: nil))
  }

  // MARK: - Text after @

  /// Parses the weight of a plan: `@ 100kg` after `5x5` or `5`. A number without a unit after `5x5` is a weight if it is
  /// too large for an effort.
  mutating func parsePlannedWeight(
    after numbers: [Number]
  ) throws(TextError) -> Number? {
    let isPlan = numbers.allSatisfy { $0.whole != nil } && numbers.count <= 2
    var next = scanner
    next.skipSpaces()
    if isPlan, next.skip("@") {
      next.skipSpaces()
      let sign: Character? = next.skip("+") ? "+" : next.skip("-−") ? "-" : nil
      let start = next.position
      let digits = next.skipNumber()
      let unit = next.skipUnit()
      let isTooLarge =
        numbers.count == 2 && DecimalText(digits).map { $0.thousandths > 10_000 } == true
        && numbers[0].whole.map { $0 <= SetEntry.maxRepeatCount } == true
      if !digits.isEmpty, unit != nil || isTooLarge {
        scanner = next
        return Number(start: start, sign: sign, digits: digits, unit: unit)
      }
    }
    guard numbers.count > 1 else {
      throw scanner.error(
        numbers[0].digits.isEmpty
          ? "a set is a weight and reps, such as 100x5, or x12 without a weight"
          : "x and the reps are expected after the weight, as in 100x5")
    }
    return nil
  }

  /// Parses the effort after `@`. Spaces can be around the `@` if a number follows.
  mutating func parseEffort() throws(TextError) -> Effort? {
    var next = scanner
    let hasSpace = next.skipSpaces()
    guard next.skip("@") else { return nil }
    if hasSpace { next.skipSpaces() }
    let start = next.position
    let digits = next.skipNumber()
    // `@ the gym` is a note.
    if hasSpace, digits.isEmpty { return nil }
    scanner = next
    guard let effort = Effort(digits) else {
      throw scanner.error(
        "the effort (RPE) after @ is a number from 1 to 10 in steps of 0.5, such as 8.5", at: start)
    }
    return effort
  }
}

extension TextScanner {
  /// Whether the next scalar, if any, is a space or a separator.
  var isAtBoundary: Bool {
    rest.first.map { $0.isSpace || $0 == "," || $0 == ";" } ?? true
  }

  mutating func skipNumber() -> Substring { skipWhile { $0.isASCIIDigit || $0 == "." } }

  /// Reads the letters of a unit, up to the x before the reps.
  mutating func skipLetters() -> Substring {
    skipWhile { $0.properties.isAlphabetic && $0 != "x" && $0 != "X" }
  }

  /// Reads a unit after optional spaces.
  mutating func skipUnit() -> Weight.Unit? {
    var next = self
    next.skipSpaces()
    guard let unit = Weight.Unit(rawValue: next.skipLetters().lowercased()) else { return nil }
    guard next.isAtBoundary || next.rest.first.map({ "xX×@".unicodeScalars.contains($0) }) == true
    else { return nil }
    self = next
    return unit
  }

  /// Skips spaces, commas and semicolons.
  ///
  /// - Returns: Whether there was a comma or a semicolon.
  @discardableResult
  mutating func skipSeparators() -> Bool {
    skipWhile { $0.isSpace || $0 == "," || $0 == ";" }
      .contains { $0 == "," || $0 == ";" }
  }

  /// Returns whether the next text is a set, or looks like one: `x12`, `w60x`, `62,5x5`, `100 kg x 5`, `5 @ 80kg`.
  ///
  /// - Parameter isSpaced: Whether spaces can be between the numbers and the x.
  func startsSet(isSpaced: Bool = true) -> Bool {
    var next = self
    _ = next.skip("wW")
    let hasSign = next.skip("+-−")
    let digits = next.skipNumber()
    guard !digits.isEmpty else { return !hasSign && next.skip("xX×") && next.isAtDigit }
    if next.isAtDecimalComma { return true }
    let letters = next.skipLetters()
    if next.skip("xX×") { return letters.isEmpty || next.isAtDigit }
    guard isSpaced, letters.isEmpty || Weight.Unit(rawValue: letters.lowercased()) != nil else {
      return false
    }
    if letters.isEmpty { _ = next.skipUnit() }
    next.skipSpaces()
    if next.skip("xX×") {
      next.skipSpaces()
      return next.isAtDigit
    }
    guard next.skip("@") else { return false }
    next.skipSpaces()
    return !next.skipNumber().isEmpty && next.skipUnit() != nil
  }

  /// Whether the next character is a comma in place of a decimal point, as in `62,5x5`.
  var isAtDecimalComma: Bool {
    var next = self
    guard next.skip(","), !next.skipDigits().isEmpty else { return false }
    _ = next.skipLetters()
    return next.skip("xX×")
  }

  private var isAtDigit: Bool { rest.first?.isASCIIDigit ?? false }
}
