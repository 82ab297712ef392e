import FoundationEssentials

extension [PerformedSet] {
  /// Parses the sets of a session as ``text`` writes them, and as ``SetEntry`` accepts them:
  /// `squat 100x5 102.5x5,5@9, row 60x8 slow`.
  ///
  /// A weight without a unit has the unit of the exercise's weight before it. The name of an exercise can be in quotation
  /// marks.
  ///
  /// - Parameters:
  ///   - old: The sets that are corrected. A set keeps its time, and its note if no other one is typed.
  ///   - date: The time of sets that are added after the last one.
  ///   - unit: Returns the unit of an exercise; `nil` if it is unknown.
  /// - Throws: ``SetEntryError`` with the column of the exercise or of the set.
  /// - Complexity: O(n) in the text, and O(d · m) for m sets of which d are changed.
  public init(
    text: String, correcting old: [PerformedSet], at date: Date,
    unit: (_ exercise: String) -> Weight.Unit?
  ) throws(SetEntryError) {
    var parser = SetParser(text, hasExercises: true)
    var typed: [(exercise: String, set: TypedSet)] = []
    var units: [String: Weight.Unit] = [:]
    repeat {
      let name = try parser.parseName()
      let start = parser.scanner.column()
      parser.unit = units[name.nameKey] ?? unit(name)
      typed += try parser.parseSets().map { (name, $0) }
      units[name.nameKey] = parser.unit
      guard typed.count <= PerformedSet.maxCount else {
        throw SetEntryError(
          column: start, problem: "a session has at most \(PerformedSet.maxCount) sets")
      }
    } while parser.skipToNextExercise()
    self = Self.correcting(old, with: typed, at: date)
    guard reps <= RepLog.maxReps else {
      throw SetEntryError(column: 1, problem: "a session has at most \(RepLog.maxReps) reps")
    }
  }

  /// Returns typed sets with the times and notes of the sets that they correct.
  private static func correcting(
    _ old: [PerformedSet], with typed: [(exercise: String, set: TypedSet)], at date: Date
  ) -> [PerformedSet] {
    let corrected = correctedIndices(of: typed, in: old)
    let lastCorrected = corrected.lastIndex { $0 != nil } ?? -1
    var sets: [PerformedSet] = []
    for (index, (exercise, typed)) in typed.enumerated() {
      let former = corrected[index].map { old[$0] }
      var entry = typed.entry
      if !typed.hasTypedNote { entry.note = former?.set.note }
      // A set that is inserted has the time of the one before it.
      let time =
        former?.doneAt ?? (index > lastCorrected ? date : sets.last?.doneAt ?? old[0].doneAt)
      if let set = PerformedSet(exercise, entry, at: time) { sets.append(set) }
    }
    return sets
  }

  /// Returns for each new set the index of the old one that it corrects; `nil` for one that was added.
  ///
  /// Equal sets correspond to each other in their order. Between them, a set corrects the next old one of its exercise, or
  /// an equal one if the exercise was renamed.
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
  /// The name of an exercise, in quotation marks if a part of it could be taken for a set or for the next exercise.
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
