import FoundationEssentials

extension SetEntry {
  /// Parses a set. `docs/WORKOUTS.md` has the grammar.
  ///
  /// - Parameter unit: The unit of a weight that is typed without one; `nil` if it is unknown.
  /// - Throws: ``TextError``, which names the column. Several sets are an error, too.
  /// - Complexity: O(n), at most ``maxLength``.
  public init(text: String, unit: Weight.Unit?) throws(TextError) {
    let sets = try [SetEntry](text: text, unit: unit)
    guard sets.count == 1 else {
      throw TextError("one set is expected, such as 100x5")
    }
    self = sets[0]
  }

  /// Returns whether the text of a set can begin with a character that is typed. `W` is a key of its own.
  public static func canBegin(with character: Character) -> Bool {
    character.isASCII && character.isNumber || "+-−wxX×".contains(character)
  }
}

extension [SetEntry] {
  /// Parses the sets of an exercise in any form that ``SetEntry/text``, ``summary(in:)`` and ``planText`` return:
  /// `w60x5 100x5,5,4@9 80x8 slow`, `5x5 @ 100kg`, `5x5x100`.
  ///
  /// A weight without a unit has the unit of the weight before it.
  ///
  /// - Parameter unit: The unit of the first weight if it is typed without one; `nil` if it is unknown.
  /// - Throws: ``TextError``, which names the column.
  /// - Complexity: O(n).
  public init(text: String, unit: Weight.Unit?) throws(TextError) {
    var parser = SetParser(text, unit: unit)
    self = try parser.parseSets().map(\.entry)
  }
}

// MARK: - Writing

extension SetEntry {
  /// Returns the load without the given unit, followed by the x before the reps: `100x`, `w60x`, `x`.
  fileprivate func loadText(in unit: Weight.Unit?) -> String {
    "\(isWarmUp ? "w" : "")\(unit.map { load.text(in: $0) } ?? load.text)x"
  }

  /// The reps with the effort: `5`, `8@9`.
  fileprivate var repsAndEffort: String { "\(reps)" + (effort.map { "@\($0.text)" } ?? "") }
}

extension Load {
  /// Returns the canonical text, without the unit if it is `unit` and the number can't be read as a number of sets.
  func text(in unit: Weight.Unit) -> String {
    guard let weight, weight.unit == unit else { return text }
    if case .weight = self,
      Int(weight.number.text).map({ $0 <= SetEntry.maxAmbiguousCount }) == true
    {
      return text
    }
    return String(text.dropLast(unit.rawValue.count))
  }

  /// The load with a space before the unit: `100 kg`, `+10 kg`, `-20 kg`, `body weight`.
  public var words: String {
    switch self {
    case .weight(let weight): weight.words
    case .added(let weight): "+\(weight.words)"
    case .assisted(let weight): "-\(weight.words)"
    case .bodyWeight: "body weight"
    }
  }
}

extension Weight.Unit {
  /// The name of the unit.
  public var words: String {
    switch self {
    case .kilograms: "kilograms"
    case .pounds: "pounds"
    }
  }
}

extension Weight {
  /// The number and the unit with a space between them: `62.50 kg`.
  public var words: String { "\(number.text) \(unit.rawValue)" }
}

extension [SetEntry] {
  /// Returns the sets without their notes and without the given unit. Commas join sets with the same load: `w60x5
  /// 100x5,5,4@9 80x8`.
  public func summary(in unit: Weight.Unit) -> String {
    var text = ""
    var last = ""
    for (set, unit) in zip(self, impliedUnits(unit)) {
      let load = set.loadText(in: unit)
      text += load == last ? "," : (text.isEmpty ? load : " \(load)")
      text += set.repsAndEffort
      last = load
    }
    return text
  }

  /// Returns the texts of the sets without their notes and without the given unit.
  public func texts(in unit: Weight.Unit) -> [String] {
    zip(self, impliedUnits(unit)).map { set, unit in
      unit.map { set.text(in: $0) } ?? set.result
    }
  }

  /// The unit that each set can omit: the given one, or `nil` after a weight in another unit, which a number without a
  /// unit would inherit.
  private func impliedUnits(_ unit: Weight.Unit) -> [Weight.Unit?] {
    var last = unit
    return map { set in
      defer { last = set.load.weight?.unit ?? last }
      return last == unit ? unit : nil
    }
  }

  /// The sets as a plan: `5x5 @ 102.5kg`, or a list if they differ.
  public var planText: String {
    guard let first, allSatisfy({ $0 == first }), first.load != .bodyWeight, !first.isWarmUp,
      first.effort == nil
    else { return map(\.result).joined(separator: " ") }
    return "\(count)x\(first.reps) @ \(first.load.text)"
  }
}

// MARK: - Sessions

extension [PerformedSet] {
  /// Parses the exercises of a session, separated by commas, with sets in any form: `squat 100x5 102.5x5,5@9, row 60x8
  /// slow`.
  ///
  /// A weight without a unit has the unit of the exercise's last weight. The name of an exercise can be in quotation
  /// marks.
  ///
  /// - Parameters:
  ///   - old: The sets to correct. A set keeps its time, and its note unless a new one is typed.
  ///   - instant: The instant of sets that are added after the last one.
  ///   - unit: Returns the unit of an exercise; `nil` if it is unknown.
  /// - Throws: ``TextError`` with the column of the exercise or of the set.
  /// - Complexity: O(n) in the text, and O(d · m) for m sets of which d are changed.
  public init(
    text: String, correcting old: [PerformedSet], at instant: Duration,
    unit: (_ exercise: String) -> Weight.Unit?
  ) throws(TextError) {
    var parser = SetParser(text, hasExercises: true)
    var typed: [(exercise: String, set: TypedSet)] = []
    var units: [String: Weight.Unit] = [:]
    repeat {
      let name = try parser.parseName()
      let start = parser.scanner.position
      parser.unit = units[name.nameKey] ?? unit(name)
      typed += try parser.parseSets().map { (name, $0) }
      units[name.nameKey] = parser.unit
      guard typed.count <= PerformedSet.maxCount else {
        throw parser.scanner.error(
          "a session has at most \(PerformedSet.maxCount) sets", at: start)
      }
    } while parser.skipToNextExercise()
    self = Self.correcting(old, with: typed, at: instant)
    guard reps <= RepLog.maxReps else {
      throw TextError("a session has at most \(RepLog.maxReps) reps")
    }
  }

  /// Returns typed sets with the times and notes of the sets that they correct.
  private static func correcting(
    _ old: [PerformedSet], with typed: [(exercise: String, set: TypedSet)], at instant: Duration
  ) -> [PerformedSet] {
    let corrected = correctedIndices(of: typed, in: old)
    let lastCorrected = corrected.lastIndex { $0 != nil } ?? -1
    var sets: [PerformedSet] = []
    for (index, (exercise, typed)) in typed.enumerated() {
      let oldSet = corrected[index].map { old[$0] }
      var entry = typed.entry
      if !typed.hasTypedNote { entry.note = oldSet?.set.note }
      entry.body = entry.body ?? oldSet?.set.body
      // An inserted set has the time of the previous set.
      let time =
        oldSet?.instant ?? (index > lastCorrected ? instant : sets.last?.instant ?? old[0].instant)
      let planned = oldSet?.planned
      if let set = PerformedSet(exercise, entry, at: time, planned: planned) { sets.append(set) }
    }
    return sets
  }

  /// Returns the index of the old set that each new set corrects; `nil` for added sets.
  ///
  /// Equal sets are paired in order. Between two pairs, a new set corrects the next old set of its exercise or, if
  /// there is none, the next old set with the same result, because the exercise may have been renamed.
  private static func correctedIndices(
    of new: [(exercise: String, set: TypedSet)], in old: [PerformedSet]
  ) -> [Int?] {
    let changes = new.map { "\($0.exercise) \($0.set.entry.result)" }
      .difference(from: old.map { "\($0.exercise) \($0.set.result)" })
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var indices: [Int?] = Array<Int?>(repeating: nil, count: new.count)
    var (oldIndex, newIndex) = (0, 0)
    while newIndex < new.count || oldIndex < old.count {
      let oldStart = oldIndex, newStart = newIndex
      while removed.contains(oldIndex) { oldIndex += 1 }
      while inserted.contains(newIndex) { newIndex += 1 }
      var gap = Array<Int>(oldStart..<oldIndex)
      for index in newStart..<newIndex {
        let match =
          gap.firstIndex { old[$0].exercise == new[index].exercise }
          ?? gap.firstIndex { old[$0].set.result == new[index].set.entry.result }
        indices[index] = match.map { gap.remove(at: $0) }
      }
      if newIndex < new.count, oldIndex < old.count { indices[newIndex] = oldIndex }
      (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
    }
    return indices
  }
}

extension String {
  /// The name of an exercise, in quotation marks if a part of it could be mistaken for a set or for the next exercise.
  var quotedExerciseName: String {
    var parser = SetParser("\(self) x1", hasExercises: true)
    return (try? parser.parseName()) == self ? self : "\"\(self)\""
  }

  /// The name of an exercise and the text of the sets after it, as in `squat 100x5 80x8`; `nil` if one of them is missing.
  public var exerciseAndSets: (exercise: String, sets: String)? {
    var parser = SetParser(self, hasExercises: true)
    guard let name = try? parser.parseName() else { return nil }
    return (name, String(parser.scanner.rest))
  }
}
