extension Routine {
  /// Parses a text. `docs/WORKOUTS.md` has the grammar.
  ///
  /// - Throws: ``RoutineError``, which names the column.
  /// - Complexity: O(n), at most ``maxLength``.
  public init(text: String) throws(RoutineError) {
    let blocks = try Self.blocks(in: text)
    do throws(Violation) {
      try self.init(blocks)
    } catch {
      throw RoutineError(column: 1, problem: error.description)
    }
  }

  /// Parses a part of a text, which may consist of rests.
  static func blocks(in text: String) throws(RoutineError) -> [Block] {
    var parser = try RoutineParser(text)
    return try parser.parseAll()
  }
}

/// A parser of the text of a routine, with its position.
private struct RoutineParser {
  private let text: String
  private let tokens: [RoutineToken]
  private var position = 0

  init(_ text: String) throws(RoutineError) {
    self.text = text
    tokens = try RoutineToken.tokens(in: text)
  }

  private var token: RoutineToken { tokens[position] }

  mutating func parseAll() throws(RoutineError) -> [Routine.Block] {
    let blocks = try parseBlocks(depth: 0)
    guard token.kind == .end else {
      throw problem(
        token.kind == .close
          ? "this ) has no ( before it: remove it"
          : "a comma is expected between two exercises")
    }
    return blocks
  }

  /// Parses the blocks of the routine or of a group, and checks the limits so that an error names the block.
  private mutating func parseBlocks(depth: Int) throws(RoutineError) -> [Routine.Block] {
    var blocks: [Routine.Block] = []
    var extent = Routine.Extent()
    repeat {
      let start = token
      let block = try parseBlock(depth: depth)
      do throws(Routine.Violation) {
        try extent.add(Routine.Extent(of: block, depth: depth))
      } catch {
        throw problem(error.description, at: start)
      }
      blocks.append(block)
    } while skip(.comma)
    return blocks
  }

  private mutating func parseBlock(depth: Int) throws(RoutineError) -> Routine.Block {
    if token.isWord("rest") {
      position += 1
      return .rest(try parseTime(for: "a rest"))
    }
    if let repetition = try parseRepetition() {
      return try parseGroup(repetition, depth: depth)
    }
    return .step(try parseStep())
  }

  // MARK: Groups

  private mutating func parseRepetition() throws(RoutineError) -> Routine.Repetition? {
    if token.isWord("amrap") {
      position += 1
      return .within(try parseTime(for: "AMRAP"))
    }
    if token.isWord("emom") {
      position += 1
      guard token.kind == .word, let rounds = token.text.wholeNumber else {
        throw problem("EMOM needs a number of minutes, as in EMOM 10 (burpee 5)")
      }
      try check(rounds: rounds)
      position += 1
      return .every(.seconds(60), rounds: rounds)
    }
    if token.isWord("every") {
      position += 1
      let interval = try parseTime(for: "every")
      guard let rounds = try parseRounds() else {
        throw problem("a number of rounds is expected, as in every 1:30 5x(burpee 10)")
      }
      return .every(interval, rounds: rounds)
    }
    return try parseRounds().map { .times($0) }
  }

  /// Parses `8x` before a group.
  private mutating func parseRounds() throws(RoutineError) -> Int? {
    guard
      token.kind == .word, let (number, target) = token.text.splitAtTimes, target.isEmpty
    else { return nil }
    guard let rounds = number.wholeNumber else { return nil }
    try check(rounds: rounds)
    position += 1
    return rounds
  }

  private mutating func parseGroup(
    _ repetition: Routine.Repetition, depth: Int
  ) throws(RoutineError) -> Routine.Block {
    guard token.kind == .open else {
      throw problem(
        "a list of exercises in parentheses is expected, such as (push-up 10, squat 20)")
    }
    guard depth < Routine.maxDepth else { throw problem(Routine.Violation.tooDeep.description) }
    position += 1
    let blocks = try parseBlocks(depth: depth + 1)
    guard skip(.close) else {
      throw problem("a comma, or the ) that ends the group, is expected")
    }
    return .group(Routine.Group(repetition, blocks))
  }

  // MARK: Steps

  private mutating func parseStep() throws(RoutineError) -> Routine.Step {
    let exercise = try parseName()
    let (sets, isWarmUp, target) = try parseTarget()
    var step = Routine.Step(exercise, sets: sets, target, isWarmUp: isWarmUp)
    if skip(.at) { step.load = try parseLoad() }
    if token.isWord("rest") {
      position += 1
      step.rest = try parseTime(for: "a rest")
    }
    return step
  }

  private mutating func parseName() throws(RoutineError) -> String {
    let start = token
    if token.kind == .quoted {
      guard let name = Routine.exerciseName(token.text) else {
        throw problem(Routine.Violation.exercise.description)
      }
      position += 1
      return name
    }
    var words: [Substring] = []
    while token.kind == .word, token.text.isNameWord {
      words.append(token.text)
      position += 1
    }
    guard !words.isEmpty else { throw problem(missingNameProblem) }
    if token.kind == .word, !token.text.isReserved, token.text.first?.isNumber == false {
      throw problem(
        "a name with other characters than letters, digits and - is put in quotation marks, "
          + "such as \"90/90 stretch\"")
    }
    guard let name = Routine.exerciseName(words.joined(separator: " ")) else {
      throw problem(Routine.Violation.exercise.description, at: start)
    }
    return name
  }

  private var missingNameProblem: String {
    switch token.kind {
    case .word where token.text.first?.isNumber == true:
      "an exercise's name comes first: write \"push-up 10\" for 10 push-ups, and 3x( … ) for 3 rounds"
    case .word where token.text.isReserved:
      "an exercise is expected before \(token.text); put a name like this in quotation marks"
    case .word:
      "an exercise's name has letters, digits and -; put any other name in quotation marks"
    default:
      "an exercise is expected, such as \"push-up 10\""
    }
  }

  private mutating func parseTarget() throws(RoutineError) -> (
    sets: Int, isWarmUp: Bool, Routine.Target
  ) {
    var start = token
    guard token.kind == .word else { throw problem(missingTargetProblem) }
    var text = token.text
    var sets = 1
    if let (number, target) = text.splitAtTimes, let count = number.wholeNumber {
      try check(rounds: count)
      sets = count
      text = target
      if text.isEmpty {
        position += 1
        start = token
        guard token.kind == .word else { throw problem(missingTargetProblem) }
        text = token.text
      }
    }
    let isWarmUp = text.isWarmUpTarget
    if isWarmUp { text = text.dropFirst() }
    guard let target = try self.target(text, at: start) else {
      throw problem(missingTargetProblem, at: start)
    }
    position += 1
    return (sets, isWarmUp, target)
  }

  private var missingTargetProblem: String {
    "the exercise needs a target, such as 10, 3x10, 20s, 1:30, 500m or max"
  }

  private func target(
    _ text: Substring, at start: RoutineToken
  ) throws(RoutineError) -> Routine.Target? {
    if text.lowercased() == "max" { return .max }
    if let reps = text.wholeNumber {
      guard (1...RepLog.maxReps).contains(reps) else {
        throw problem(Routine.Violation.reps.description, at: start)
      }
      return .reps(reps)
    }
    if let time = try self.time(text, at: start) { return .time(time) }
    // Kilometers before meters, whose unit is the end of theirs.
    for unit in [Routine.DistanceUnit.kilometers, .miles, .meters] {
      if let number = text.number(before: unit.rawValue) { return .distance(number, unit) }
    }
    return nil
  }

  private mutating func parseLoad() throws(RoutineError) -> Routine.PlannedLoad {
    let load: Routine.PlannedLoad? =
      if token.kind != .word {
        nil
      } else if let number = token.text.number(before: "kg") {
        .kilograms(number)
      } else if let number = token.text.number(before: "lb") {
        .pounds(number)
      } else if let number = token.text.number(before: "%") {
        .percent(number)
      } else {
        nil
      }
    guard let load else {
      throw problem("a weight is expected after @, such as 100kg, 22.5kg, 225lb or 80%")
    }
    position += 1
    return load
  }

  // MARK: Times

  private mutating func parseTime(for purpose: String) throws(RoutineError) -> Duration {
    guard token.kind == .word, let time = try time(token.text, at: token) else {
      throw problem("\(purpose) needs a time, such as 20s, 1:30 or 12min")
    }
    position += 1
    return time
  }

  /// Parses `20s`, `12min`, `1:30` or `1:05:00`.
  private func time(_ text: Substring, at start: RoutineToken) throws(RoutineError) -> Duration? {
    guard let seconds = text.secondsOfTime else { return nil }
    let time = Duration.seconds(seconds)
    guard time >= .seconds(1), time <= Routine.maxDuration else {
      throw problem(Routine.Violation.time.description, at: start)
    }
    return time
  }

  // MARK: Helpers

  private mutating func skip(_ kind: RoutineToken.Kind) -> Bool {
    guard token.kind == kind else { return false }
    position += 1
    return true
  }

  private func check(rounds: Int) throws(RoutineError) {
    guard (1...Routine.maxRounds).contains(rounds) else {
      throw problem(Routine.Violation.rounds.description)
    }
  }

  private func problem(_ text: String, at token: RoutineToken? = nil) -> RoutineError {
    RoutineError(at: (token ?? self.token).start, in: self.text, problem: text)
  }
}

extension RoutineToken {
  /// Whether this is a word with a meaning of its own, in any case.
  fileprivate func isWord(_ word: String) -> Bool { kind == .word && text.lowercased() == word }
}

extension Substring {
  /// The number, if this text consists of one to seven ASCII digits.
  fileprivate var wholeNumber: Int? {
    guard (1...7).contains(utf8.count), utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(self)
  }

  /// The digits before the first `x` or `×`, and the text after it: `5x5`; `nil` for any other text.
  fileprivate var splitAtTimes: (number: Substring, target: Substring)? {
    let digits = unicodeScalars.prefix { ("0"..."9").contains($0) }
    guard
      !digits.isEmpty, digits.endIndex < endIndex,
      "xX×".unicodeScalars.contains(unicodeScalars[digits.endIndex])
    else { return nil }
    let target = unicodeScalars[unicodeScalars.index(after: digits.endIndex)...]
    return (Substring(digits), Substring(target))
  }

  /// Returns the decimal number before a unit that this text ends with, in any case.
  fileprivate func number(before unit: String) -> DecimalText? {
    guard lowercased().hasSuffix(unit), utf8.count > unit.utf8.count else { return nil }
    return DecimalText(String(decoding: utf8.dropLast(unit.utf8.count), as: UTF8.self))
  }

  /// The seconds of a time, if this text is one: `20s`, `12min`, `1:30`, `1:05:00`.
  var secondsOfTime: Int? {
    let text = lowercased()[...]
    if text.hasSuffix("min") { return text.dropLast(3).wholeNumber.map { $0 * 60 } }
    if text.hasSuffix("s") { return text.dropLast().wholeNumber }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }) else {
      return nil
    }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard let number = part.wholeNumber, index == 0 || number < 60 else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }
}
