extension ProgressionRule {
  /// The maximum number of sets that a rule suggests for a session.
  public static let maxSets = 20
  /// The maximum length of the text in bytes.
  public static let maxLength = 512

  /// Parses a rule: `linear 5x5 +2.5`, `linear 5x3 6x2 10x1 +5 deload 15% after 1`, `double 3x8-12 +2.5` or `percent
  /// 65%x5 75%x5 85%x5 of 90% step 2.5`.
  ///
  /// `docs/WORKOUTS.md` has the grammar.
  ///
  /// - Throws: ``TextError``, which names the column.
  /// - Complexity: O(n), at most ``maxLength``.
  public init(text: String) throws(TextError) {
    var parser = ProgressionRuleParser(text)
    self = try parser.parse()
  }
}

extension WarmUpRule {
  /// Parses sets with percentages of the first work set: `20%x5 40%x5 60%x3 80%x2`.
  ///
  /// - Throws: ``TextError``, which names the column.
  /// - Complexity: O(n), at most ``ProgressionRule/maxLength``.
  public init(text: String) throws(TextError) {
    var parser = ProgressionRuleParser(text)
    sets = try parser.parseWarmUp()
  }
}

/// A parser of the text of a progression rule.
private struct ProgressionRuleParser {
  private var scanner: TextScanner

  init(_ text: String) { scanner = TextScanner(text) }

  mutating func parseWarmUp() throws(TextError) -> [ProgressionRule.PercentageSet] {
    try begin()
    let sets = try parsePercentageSets(1...100)
    guard scanner.isAtEnd else {
      throw scanner.error("another set is expected, as in 60%x3")
    }
    return sets
  }

  private mutating func begin() throws(TextError) {
    guard scanner.text.utf8.count <= ProgressionRule.maxLength else {
      throw scanner.error("a rule has at most \(ProgressionRule.maxLength) bytes of text")
    }
    scanner.skipSpaces()
  }

  mutating func parse() throws(TextError) -> ProgressionRule {
    try begin()
    let start = scanner.position
    let rule: ProgressionRule
    switch parseWord() {
    case "linear":
      rule = try parseStages()
    case "double":
      let sets = try parseSets("double 3x8-12 +2.5")
      rule = .double(sets: sets, reps: try parseRange(), step: try parseIncrease())
    case "percent":
      rule = try parsePercentages()
    default:
      throw scanner.error(
        "a rule begins with linear, double or percent, as in linear 5x5 +2.5", at: start)
    }
    scanner.skipSpaces()
    guard scanner.isAtEnd else {
      throw scanner.error("nothing can follow the step, not even a unit")
    }
    return rule
  }

  /// Parses one stage, or several ones with the decrease after the last: `5x3 6x2 10x1 +5 deload 15% after 1`.
  private mutating func parseStages() throws(TextError) -> ProgressionRule {
    var stages: [ProgressionRule.Stage] = []
    repeat {
      guard stages.count < ProgressionRule.maxSets else {
        throw scanner.error("a rule has at most \(ProgressionRule.maxSets) stages")
      }
      let sets = try parseSets("linear 5x5 +2.5")
      stages.append(ProgressionRule.Stage(sets: sets, reps: try parseReps()))
      scanner.skipSpaces()
    } while hasSets()
    let step = try parseIncrease()
    scanner.skipSpaces()
    var rest = self
    if stages.count == 1, rest.parseWord() != "deload" {
      return .linear(sets: stages[0].sets, reps: stages[0].reps, step: step)
    }
    let example = "deload 10% after 3"
    try parseKeyword("deload", "several stages end with a decrease, as in \(example)")
    let percent = try parsePercentage(
      1...90, "the decrease is a percentage from 1 to 90, as in \(example)")
    try parseKeyword("after", "a number of failures is expected, as in \(example)")
    let failures = try parseNumber(
      1...20, "the number of failures must be from 1 to 20, as in \(example)")
    return .staged(
      stages: stages, step: step,
      deload: ProgressionRule.Deload(percent: percent, failures: failures))
  }

  /// Returns whether sets follow, and not a step whose plus sign is missing.
  private func hasSets() -> Bool {
    var rest = scanner
    let digits = rest.skipDigits()
    rest.skipSpaces()
    return !digits.isEmpty && rest.skip("xX×")
  }

  /// Parses the number of sets and the `x` after it.
  private mutating func parseSets(_ example: String) throws(TextError) -> Int {
    let sets = try parseNumber(
      1...ProgressionRule.maxSets,
      "the number of sets must be from 1 to \(ProgressionRule.maxSets), as in \(example)")
    try parseTimesSign("x and the reps are expected after the sets, as in \(example)")
    return sets
  }

  private mutating func parseReps() throws(TextError) -> Int {
    try parseNumber(
      1...SetEntry.maxReps, "the number of reps must be from 1 to \(SetEntry.maxReps)")
  }

  private mutating func parseRange() throws(TextError) -> ClosedRange<Int> {
    let first = try parseReps()
    scanner.skipSpaces()
    guard scanner.skip("-–") else {
      throw scanner.error("a range of reps is expected, as in 8-12")
    }
    scanner.skipSpaces()
    let start = scanner.position
    let last = try parseReps()
    guard first < last else {
      throw scanner.error(
        "the second number of reps must be greater than the first, as in 8-12", at: start)
    }
    return first...last
  }

  private mutating func parseIncrease() throws(TextError) -> DecimalText {
    scanner.skipSpaces()
    guard scanner.skip("+") else {
      throw scanner.error("a step is expected after the reps, as in +2.5")
    }
    return try parseStep("+2.5")
  }

  private mutating func parsePercentageSets(
    _ range: ClosedRange<Int>
  ) throws(TextError) -> [ProgressionRule.PercentageSet] {
    var sets: [ProgressionRule.PercentageSet] = []
    repeat {
      guard sets.count < ProgressionRule.maxSets else {
        throw scanner.error("a rule has at most \(ProgressionRule.maxSets) sets")
      }
      let percent = try parsePercentage(
        range, "a set is a percentage from 1 to \(range.upperBound) and reps, as in 65%x5")
      try parseTimesSign("x and the reps are expected after the percentage, as in 65%x5")
      sets.append(ProgressionRule.PercentageSet(percent: percent, reps: try parseReps()))
      scanner.skipSpaces()
    } while scanner.rest.first?.isASCIIDigit ?? false
    return sets
  }

  private mutating func parsePercentages() throws(TextError) -> ProgressionRule {
    let sets = try parsePercentageSets(1...150)
    try parseKeyword("of", "another set such as 75%x5, or a share such as \"of 90%\", is expected")
    let share = try parsePercentage(
      1...100,
      "the training maximum is a percentage from 1 to 100 of the estimated maximum, as in \"of 90%\""
    )
    try parseKeyword(
      "step", "the smallest change of the weight is expected, as in \"step 2.5\"")
    return .percentage(sets: sets, ofMaximum: share, step: try parseStep("step 2.5"))
  }

  // MARK: - Parts

  private mutating func parsePercentage(
    _ range: ClosedRange<Int>, _ message: String
  ) throws(TextError) -> Int {
    let number = try parseNumber(range, message)
    scanner.skipSpaces()
    _ = scanner.skip("%")
    return number
  }

  private mutating func parseStep(_ example: String) throws(TextError) -> DecimalText {
    scanner.skipSpaces()
    let start = scanner.position
    let digits = scanner.skipWhile { $0.isASCIIDigit || $0 == "." || $0 == "," }
    guard !digits.contains(",") else {
      throw scanner.error("a fraction is written with a point, as in \(example)", at: start)
    }
    // The unit makes no difference: only the number of digits is limited.
    guard let step = DecimalText(digits), Weight(step, .kilograms) != nil else {
      throw scanner.error(
        "a step is a number from 0.001 to 9999.999, with up to three digits after the point, "
          + "as in \(example)", at: start)
    }
    return step
  }

  private mutating func parseNumber(
    _ range: ClosedRange<Int>, _ message: String
  ) throws(TextError) -> Int {
    scanner.skipSpaces()
    let start = scanner.position
    let digits = scanner.skipDigits()
    guard digits.utf8.count <= 4, let number = Int(digits), range.contains(number) else {
      throw scanner.error(message, at: start)
    }
    return number
  }

  private mutating func parseTimesSign(_ message: String) throws(TextError) {
    scanner.skipSpaces()
    guard scanner.skip("xX×") else { throw scanner.error(message) }
  }

  private mutating func parseKeyword(
    _ keyword: String, _ message: String
  ) throws(TextError) {
    scanner.skipSpaces()
    let start = scanner.position
    guard parseWord() == keyword else { throw scanner.error(message, at: start) }
  }

  /// Reads letters.
  private mutating func parseWord() -> String {
    scanner.skipWhile(\.properties.isAlphabetic).lowercased()
  }
}
