extension Routine {
  /// Parses a text. `docs/WORKOUTS.md` has the grammar.
  ///
  /// - Throws: ``TextError``, which names the column.
  /// - Complexity: O(n), at most ``maxLength``.
  public init(text: String) throws(TextError) {
    let blocks = try Self.blocks(in: text)
    do throws(Violation) {
      try self.init(blocks)
    } catch {
      throw TextError(error.description)
    }
  }

  /// Parses a part of a routine, which may consist of rests only.
  static func blocks(in text: String) throws(TextError) -> [Block] {
    var parser = try RoutineParser(text)
    return try parser.parseAll()
  }
}

/// A parser of the text of a routine. Its position is never before a space.
private struct RoutineParser {
  private var scanner: TextScanner
  /// The characters up to the next space or sign; empty before a sign and at the end.
  private var word: Substring = ""

  init(_ text: String) throws(TextError) {
    guard text.utf8.count <= Routine.maxLength else {
      throw TextError(Routine.Violation.tooLong.description)
    }
    scanner = TextScanner(text)
    let marks = text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "\"") }
    guard marks.count.isMultiple(of: 2) else {
      throw scanner.error(
        "a name in quotation marks needs a second \" at its end", at: marks.last)
    }
    skipSpaces()
  }

  mutating func parseAll() throws(TextError) -> [Routine.Block] {
    let blocks = try parseBlocks(depth: 0)
    guard scanner.isAtEnd else {
      throw scanner.error(
        scanner.rest.first == ")"
          ? "this ) has no ( before it: remove it"
          : "a comma is expected between two exercises")
    }
    return blocks
  }

  /// Parses the blocks of the routine or of a group, and checks the limits so that an error names the block.
  private mutating func parseBlocks(depth: Int) throws(TextError) -> [Routine.Block] {
    var blocks: [Routine.Block] = []
    var extent = Routine.Extent()
    repeat {
      let start = scanner.position
      let block = try parseBlock(depth: depth)
      do throws(Routine.Violation) {
        try extent.add(Routine.Extent(of: block, depth: depth))
      } catch {
        throw scanner.error(error.description, at: start)
      }
      blocks.append(block)
    } while skip(",")
    return blocks
  }

  private mutating func parseBlock(depth: Int) throws(TextError) -> Routine.Block {
    if skip(word: "rest") { return .rest(try parseTime(for: "a rest")) }
    if let repetition = try parseRepetition() {
      return try parseGroup(repetition, depth: depth)
    }
    return .step(try parseStep())
  }

  // MARK: - Words

  /// Skips spaces, and reads the next word.
  private mutating func skipSpaces() {
    scanner.skipSpaces()
    var next = scanner
    word = next.skipWhile(Self.isInWord)
  }

  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "(", ")", ",", "@", "\"": false
    default: !scalar.isSpace
    }
  }

  private mutating func skipWord() {
    _ = scanner.skipWhile(Self.isInWord)
    skipSpaces()
  }

  /// Skips a keyword, ignoring case.
  private mutating func skip(word name: String) -> Bool {
    guard word.utf8.count == name.utf8.count, word.lowercased() == name else { return false }
    skipWord()
    return true
  }

  private mutating func skip(_ sign: String) -> Bool {
    guard scanner.skip(sign) else { return false }
    skipSpaces()
    return true
  }

  // MARK: - Groups

  private mutating func parseRepetition() throws(TextError) -> Routine.Repetition? {
    if skip(word: "amrap") { return .within(try parseTime(for: "AMRAP")) }
    if skip(word: "emom") {
      guard let rounds = word.wholeNumber else {
        throw scanner.error("EMOM needs a number of minutes, as in EMOM 10 (burpee 5)")
      }
      try check(rounds: rounds)
      skipWord()
      return .every(.seconds(60), rounds: rounds)
    }
    if skip(word: "every") {
      let interval = try parseTime(for: "every")
      guard let rounds = try parseRounds() else {
        throw scanner.error("a number of rounds is expected, as in every 1:30 5x(burpee 10)")
      }
      return .every(interval, rounds: rounds)
    }
    return try parseRounds().map { .times($0) }
  }

  /// Parses `8x` before a group.
  private mutating func parseRounds() throws(TextError) -> Int? {
    guard
      let (number, target) = word.splitAtTimes, target.isEmpty, let rounds = number.wholeNumber
    else { return nil }
    try check(rounds: rounds)
    skipWord()
    return rounds
  }

  private mutating func parseGroup(
    _ repetition: Routine.Repetition, depth: Int
  ) throws(TextError) -> Routine.Block {
    guard scanner.rest.first == "(" else {
      throw scanner.error(
        "a list of exercises in parentheses is expected, such as (push-up 10, squat 20)")
    }
    guard depth < Routine.maxDepth else {
      throw scanner.error(Routine.Violation.tooDeep.description)
    }
    _ = skip("(")
    let blocks = try parseBlocks(depth: depth + 1)
    guard skip(")") else {
      throw scanner.error("a comma, or the ) that ends the group, is expected")
    }
    return .group(Routine.Group(repetition, blocks))
  }

  private func check(rounds: Int) throws(TextError) {
    guard (1...Routine.maxRounds).contains(rounds) else {
      throw scanner.error(Routine.Violation.rounds.description)
    }
  }

  // MARK: - Steps

  private mutating func parseStep() throws(TextError) -> Routine.Step {
    let exercise = try parseName()
    let (sets, isWarmUp, target) = try parseTarget()
    var step = Routine.Step(exercise, sets: sets, target, isWarmUp: isWarmUp)
    if skip("@") { step.load = try parseLoad() }
    if skip(word: "rest") { step.rest = try parseTime(for: "a rest") }
    return step
  }

  private mutating func parseName() throws(TextError) -> String {
    let start = scanner.position
    if let quoted = scanner.skipQuoted() {
      guard let name = Routine.exerciseName(quoted) else {
        throw scanner.error(Routine.Violation.exercise.description, at: start)
      }
      skipSpaces()
      return name
    }
    var words: [Substring] = []
    while word.isNameWord {
      words.append(word)
      skipWord()
    }
    guard !words.isEmpty else { throw scanner.error(missingNameProblem) }
    if let first = word.first, !word.isReserved, !first.isNumber {
      throw scanner.error(
        "put a name with characters other than letters, digits and - in quotation marks, "
          + "such as \"90/90 stretch\"")
    }
    guard let name = Routine.exerciseName(words.joined(separator: " ")) else {
      throw scanner.error(Routine.Violation.exercise.description, at: start)
    }
    return name
  }

  private var missingNameProblem: String {
    switch word.first {
    case nil:
      "an exercise is expected, such as \"push-up 10\""
    case let first? where first.isNumber:
      "an exercise's name comes first: write \"push-up 10\" for 10 push-ups, and 3x( … ) for 3 rounds"
    case _ where word.isReserved:
      "an exercise is expected before \(word); put a name like this in quotation marks"
    default:
      "an exercise's name has letters, digits and -; put any other name in quotation marks"
    }
  }

  private mutating func parseTarget() throws(TextError) -> (
    sets: Int, isWarmUp: Bool, Routine.Target
  ) {
    let missingProblem = "the exercise needs a target, such as 10, 3x10, 20s, 1:30, 500m or max"
    var text = word
    var sets = 1
    if let (number, target) = text.splitAtTimes, let count = number.wholeNumber {
      try check(rounds: count)
      sets = count
      text = target
      if text.isEmpty {
        skipWord()
        text = word
      }
    }
    let isWarmUp = text.isWarmUpTarget
    if isWarmUp { text = text.dropFirst() }
    guard let target = try target(text) else { throw scanner.error(missingProblem) }
    skipWord()
    return (sets, isWarmUp, target)
  }

  private func target(_ text: Substring) throws(TextError) -> Routine.Target? {
    if text.lowercased() == "max" { return .max }
    if let reps = text.wholeNumber {
      guard (1...RepLog.maxReps).contains(reps) else {
        throw scanner.error(Routine.Violation.reps.description)
      }
      return .reps(reps)
    }
    if let time = try time(text) { return .time(time) }
    // Kilometers are tried before meters, because "km" ends with "m".
    for unit in [Routine.DistanceUnit.kilometers, .miles, .meters] {
      if let number = text.number(before: unit.rawValue) { return .distance(number, unit) }
    }
    return nil
  }

  private mutating func parseLoad() throws(TextError) -> Routine.PlannedLoad {
    let weights = Weight.Unit.allCases.compactMap { unit in
      word.number(before: unit.rawValue).flatMap { Weight($0, unit) }
    }
    let load: Routine.PlannedLoad? =
      weights.first.map { .weight($0) } ?? word.number(before: "%").map { .percent($0) }
    guard let load else {
      throw scanner.error("a weight is expected after @, such as 100kg, 22.5kg, 225lb or 80%")
    }
    skipWord()
    return load
  }

  // MARK: - Times

  private mutating func parseTime(for purpose: String) throws(TextError) -> Duration {
    guard let time = try time(word) else {
      throw scanner.error("\(purpose) needs a time, such as 20s, 1:30 or 12min")
    }
    skipWord()
    return time
  }

  /// Parses `20s`, `12min`, `1:30` or `1:05:00`.
  private func time(_ text: Substring) throws(TextError) -> Duration? {
    guard let seconds = text.secondsOfTime else { return nil }
    let time = Duration.seconds(seconds)
    guard time >= .seconds(1), time <= Routine.maxDuration else {
      throw scanner.error(Routine.Violation.time.description)
    }
    return time
  }
}

extension Substring {
  /// The number, if this text consists of one to seven ASCII digits.
  fileprivate var wholeNumber: Int? {
    utf8.count <= 7 && isDigits ? Int(self) : nil
  }

  /// The digits before the first `x` or `×`, and the text after it: `5x5`; `nil` for any other text.
  fileprivate var splitAtTimes: (number: Substring, target: Substring)? {
    var scanner = TextScanner(self)
    let digits = scanner.skipDigits()
    guard !digits.isEmpty, scanner.skip("xX×") else { return nil }
    return (digits, Substring(scanner.rest))
  }

  /// Returns the decimal number before a unit that this text ends with, ignoring case.
  fileprivate func number(before unit: String) -> DecimalText? {
    guard lowercased().hasSuffix(unit), utf8.count > unit.utf8.count else { return nil }
    return DecimalText(String(decoding: utf8.dropLast(unit.utf8.count), as: UTF8.self))
  }

  /// The seconds of a time, if this text is one: `20s`, `12min`, `1:30`, `1:05:00`.
  var secondsOfTime: Int? {
    let text = lowercased()[...]
    if text.hasSuffix("min") { return text.dropLast(3).wholeNumber.map { $0 * 60 } }
    if text.hasSuffix("s") { return text.dropLast().wholeNumber }
    var scanner = TextScanner(text)
    guard let seconds = scanner.clock(maxDigits: 7), scanner.isAtEnd else { return nil }
    return seconds
  }
}
