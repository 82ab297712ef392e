import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models

extension Command {
  /// Lists the exercises of a person's sessions with weights: `ladder exercises`.
  static let exercises = Command(
    "exercises", summary: "list exercises with weights", options: [.json],
    run: { invocation in
      let person = try invocation.person()
      let stores = try invocation.existingDatabase()
      let exercises = try (stores?.strength.exercises(of: person) ?? []).compactMap { name in
        try stores.map { stores in
          ListedExercise(
            history: try stores.strength.history(of: name, by: person),
            otherNames: try stores.strength.otherNames(of: name, by: person))
        }
      }
      let width = exercises.map(\.history.exercise.maxColumnWidth).max() ?? 0
      var list = ListWriter(invocation.output, isJSON: invocation.has(.json))
      for exercise in exercises {
        try list.append(json: exercise.json, lines: [exercise.line(nameWidth: width)])
      }
      try list.end(
        whenEmpty:
          "No sets by \(person) yet. Log some with \"ladder log 'bench press' 100x5 80x8\".")
    })

  /// Renames an exercise, and merges it with an exercise that already has the name: `ladder exercises rename A B`.
  static let exercisesRename = Command(
    "exercises rename", operand: Operand("EXERCISE", second: "NAME", example: "pullup pull-up"),
    summary: "rename or merge an exercise",
    parse: { invocation in
      let exercise = try exerciseName(invocation.operand)
      let name = try exerciseName(invocation.furtherOperands[0])
      return { try rename(exercise, to: name, invocation) }
    })

  private static func rename(
    _ exercise: String, to name: String, _ invocation: Invocation
  ) throws {
    let person = try invocation.person()
    let stores = try invocation.existingDatabase()
    let known = try stores?.strength.exercises(of: person) ?? []
    guard let shown = try stores?.strength.rename(exercise, to: name, by: person) else {
      throw UsageError(
        "there are no sets of \(exercise.quoted)", meant: known.meant(by: exercise),
        otherwise: "\"ladder exercises\" lists the exercises")
    }
    invocation.tool.reportNewExercise(
      name, known: known.filter { $0.nameKey != exercise.nameKey })
    invocation.output.completedChange = "the exercise is renamed"
    let undo = "\"ladder exercises undo \(exercise.shellWord)\" undoes it"
    try invocation.output.appendLine("The sets of \(exercise) are shown as \(shown). \(undo).")
  }

  /// Undoes the renaming of an exercise: `ladder exercises undo A`.
  static let exercisesUndo = Command(
    "exercises undo", operand: Operand("EXERCISE", example: "pullup"),
    summary: "undo \"exercises rename\"",
    run: { invocation in
      let exercise = try exerciseName(invocation.operand)
      let person = try invocation.person()
      let stores = try invocation.existingDatabase()
      guard try stores?.strength.undoRenaming(of: exercise, by: person) == true else {
        throw UsageError(
          "\(exercise.quoted) was not renamed; \"ladder exercises\" lists the names")
      }
      invocation.output.completedChange = "the exercise has its original name again"
      try invocation.output.appendLine("\(exercise) has its original name again.")
    })
}

/// Returns the name of an exercise from the command line.
///
/// - Throws: ``UsageError``.
func exerciseName(_ text: String) throws -> String {
  guard let name = Routine.exerciseName(text) else {
    throw UsageError(Routine.Violation.exercise.description)
  }
  return name
}

extension [String] {
  /// Returns the exercise in this list that is probably meant, if any.
  fileprivate func meant(by exercise: String) -> String? {
    likelySpelling(of: exercise) ?? closest(to: exercise)
  }
}

private struct ListedExercise {
  let history: StrengthHistory
  let otherNames: [String]

  /// The number of sets, except warm-up sets.
  private var setCount: Int {
    history.sessions.reduce(0) { $0 + $1.sets.count { !$0.isWarmUp } }
  }
  private var lastDay: String? { history.last.map { civilDate($0.day) } }

  /// `bench press  3 sessions  12 sets  last 2026-11-24  also bench-press`.
  func line(nameWidth: Int) -> String {
    let sessions = history.sessions.count
    let columns = [
      history.exercise.padded(to: nameWidth),
      sessions.counted("session").padded(to: 12),
      setCount.counted("set").padded(to: 9), "last \(lastDay ?? "-")",
    ]
    let others = otherNames.isEmpty ? [] : ["also \(otherNames.joined(separator: ", "))"]
    return (columns + others).joined(separator: "  ")
  }

  var json: JSONText {
    var members: [(String, JSONText)] = [
      ("exercise", .string(history.exercise)),
      ("other_names", .array(otherNames.map { .string($0) })),
      ("sessions", .number(Int64(history.sessions.count))), ("sets", .number(Int64(setCount))),
      ("unit", .string(history.unit.rawValue)),
    ]
    if let lastDay { members.append(("last_day", .string(lastDay))) }
    if let rule = history.rule { members.append(("rule", .string(rule.text))) }
    if let note = history.settings.note { members.append(("note", .string(note.text))) }
    return .object(members)
  }
}

extension CommandLineTool {
  /// Reports that the name of a new exercise is probably misspelled. The name may be intended, so this is not an error.
  ///
  /// - Parameters:
  ///   - known: The person's other exercises.
  ///   - isSaved: Whether sets of the exercise are saved, so that it can be renamed.
  func reportNewExercise(_ name: String, known: [String], isSaved: Bool = true) {
    guard let likely = StrengthExercise.likelySpelling(of: name, known: known) else { return }
    let remedy = "\"ladder exercises rename \(name.shellWord) \(likely.shellWord)\" merges them"
    report(
      "\(name.quoted) is a new exercise; did you mean \"\(likely)\"?"
        + (isSaved ? " \(remedy)" : ""))
  }
}

extension String {
  /// The name as one word of a shell command.
  var shellWord: String {
    let isWord = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    return isWord ? self : Shell.quoted(self)
  }
}

// MARK: - Records

extension Command {
  /// Prints the records of a person's strength exercises, or of one exercise: `ladder records [EXERCISE]`.
  static let records = Command(
    "records", operand: Operand("EXERCISE", isOptional: true, example: "'bench press'"),
    summary: "show strength records", options: [.json],
    parse: { invocation in
      let exercise = invocation.operand.isEmpty ? nil : try exerciseName(invocation.operand)
      return { try writeRecords(of: exercise, invocation) }
    })

  private static func writeRecords(of exercise: String?, _ invocation: Invocation) throws {
    let settings = invocation.loadSettingsReportingProblems()
    let person = try invocation.person(settings)
    let stores = try invocation.existingDatabase()
    let known = try stores?.strength.exercises(of: person) ?? []
    let shown = try exercise.flatMap { try stores?.strength.shownName(of: $0, by: person) }
    let names = shown.map { name in known.filter { $0.nameKey == name.nameKey } } ?? known
    let records = try names.compactMap { name in
      try stores?.strength.history(of: name, by: person)
    }.map { ExerciseRecords($0, weekStart: settings.settings.weekStart) }
    let source =
      records.contains { $0.records.bestEstimate != nil }
      ? ["", "Estimated by \(OneRepMaximum.epley.source)"] : []
    var list = ListWriter(invocation.output, isJSON: invocation.has(.json))
    for (index, record) in records.enumerated() {
      try list.append(
        json: record.json,
        lines: (index == 0 ? [] : [""]) + record.lines(maxWeeks: exercise == nil ? 1 : 12)
          + (index == records.count - 1 ? source : []))
    }
    let meant = exercise.flatMap { known.meant(by: $0) }
    try list.end(
      whenEmpty: "No sets\(exercise.map { " of \($0)" } ?? "") by \(person) yet. "
        + (meant.map { "Did you mean \"\($0)\"?" }
          ?? "Log some with \"ladder log 'bench press' 100x5 80x8\"."))
  }
}

/// The records of an exercise, as text and as JSON.
private struct ExerciseRecords {
  let history: StrengthHistory
  let records: StrengthRecords

  init(_ history: StrengthHistory, weekStart: Settings.WeekStart) {
    self.history = history
    records = history.records(weekStart: weekStart)
  }

  func lines(maxWeeks: Int) -> [String] {
    var lines = [history.exercise]
    if let note = history.settings.note { lines.append("  note  \(note.text)") }
    if let estimate = records.bestEstimate {
      lines.append(
        "  estimated maximum  \(estimate.mass.text(in: history.unit))  "
          + "(\(estimate.source.set.resultAndBody), \(civilDate(estimate.source.day)))")
    }
    for best in records.bests {
      lines.append(
        "  \(best.reps.repsText.padded(to: 9))  \(best.source.set.result.padded(to: 16))  "
          + civilDate(best.source.day))
    }
    for week in records.weeks.suffix(maxWeeks) {
      lines.append(
        "  week of \(civilDate(week.week.firstDay))  \(week.sets.counted("set")), "
          + week.reps.repsText
          + (week.volume > .zero ? ", \(week.volume.text(in: history.unit))" : ""))
    }
    return lines + ruleLines
  }

  /// The lines about the progression rule and its suggestion for the next session; empty without a rule.
  private var ruleLines: [String] {
    guard let rule = history.rule else { return [] }
    var lines = ["  rule          \(rule.text)"]
    if let suggestion = history.suggestion {
      lines.append("  next session  \(suggestion.planText)")
    }
    if let reason = history.suggestionReason { lines.append("                \(reason)") }
    return lines
  }

  var json: JSONText {
    var members: [(String, JSONText)] = [("exercise", .string(history.exercise))]
    if let estimate = records.bestEstimate {
      members += [
        ("estimated_maximum_g", .number(Int64(estimate.mass.thousandths(of: .kilograms)))),
        ("estimated_from", json(estimate.source, reps: estimate.source.set.reps)),
        ("estimated_by", .string(OneRepMaximum.epley.source)),
      ]
    }
    members.append(("best_by_reps", .array(records.bests.map { json($0.source, reps: $0.reps) })))
    let weeks = records.weeks.map { week in
      [
        "first_day": .string(civilDate(week.week.firstDay)), "sets": .number(Int64(week.sets)),
        "reps": .number(Int64(week.reps)),
        "volume_g": .number(Int64(week.volume.thousandths(of: .kilograms))),
      ] as JSONText
    }
    members.append(("weeks", .array(weeks)))
    if let note = history.settings.note { members.append(("note", .string(note.text))) }
    if let rule = history.rule {
      members.append(("rule", .string(rule.text)))
      members.append(
        ("next", .array((history.suggestion ?? []).map { .string($0.text) })))
      members.append(("next_reason", .string(history.suggestionReason ?? "")))
    }
    return .object(members)
  }

  private func json(_ dated: StrengthRecords.DatedSet, reps: Int) -> JSONText {
    [
      "set": .string(dated.set.text), "reps": .number(Int64(reps)),
      "day": .string(civilDate(dated.day)),
    ]
  }

}

/// Returns the date of a day, in days since 1970, as text.
func civilDate(_ day: Int64) -> String { CivilDate(daysSince1970: day).text }
