import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models

/// A command that lists the exercises of a person's sessions with weights: `ladder exercises`.
struct ExercisesCommand: Command {
  static let verb = Verb(name: "exercises", summary: "list exercises with weights")
  static let options: [Option] = [.json]

  let common: CommonOptions
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let person = try tool.person(common, tool.loadSettingsReportingProblems())
    let stores = try tool.existingDatabase(common)
    let exercises = try (stores?.strength.exercises(of: person) ?? []).compactMap { name in
      try stores.map { stores in
        ListedExercise(
          history: try stores.strength.history(of: name, by: person),
          otherNames: try stores.strength.otherNames(of: name, by: person))
      }
    }
    if isJSON {
      var writer = JSONArrayWriter(tool.output)
      for exercise in exercises { try writer.append(exercise.json) }
      try writer.end()
    } else if exercises.isEmpty {
      try tool.output.appendLine(
        "No sets by \(person) yet. Log some with \"ladder log 'bench press' 100x5 80x8\".")
    } else {
      let width = exercises.map(\.history.exercise.maxColumnWidth).max() ?? 0
      for exercise in exercises { try tool.output.appendLine(exercise.line(nameWidth: width)) }
    }
    return 0
  }
}

private struct ListedExercise {
  let history: StrengthHistory
  let otherNames: [String]

  /// The number of sets without warm-up sets.
  private var setCount: Int {
    history.sessions.reduce(0) { $0 + $1.sets.count { !$0.isWarmUp } }
  }
  private var lastDay: String? {
    history.last.map { CivilDate(daysSince1970: $0.day).text }
  }

  /// `bench press  3 sessions  12 sets  last 2026-11-24  also bench-press`.
  func line(nameWidth: Int) -> String {
    let sessions = history.sessions.count
    let columns = [
      history.exercise.padded(to: nameWidth),
      (sessions == 1 ? "1 session" : "\(sessions) sessions").padded(to: 12),
      (setCount == 1 ? "1 set" : "\(setCount) sets").padded(to: 9), "last \(lastDay ?? "-")",
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

/// A command that gives an exercise another name, and merges it with the exercise of that name:
/// `ladder exercises rename A B`.
struct ExercisesRenameCommand: Command {
  static let verb = Verb(
    name: "exercises rename",
    operand: .init(
      name: "EXERCISE", second: "NAME", example: "pullup pull-up"),
    summary: "rename or merge an exercise")

  let common: CommonOptions
  let exercise: String
  let name: String

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    exercise = try Self.name(invocation.operand)
    name = try Self.name(invocation.furtherOperands[0])
  }

  fileprivate static func name(_ text: String) throws -> String {
    guard let name = Routine.exerciseName(text) else {
      throw UsageError(Routine.Violation.exercise.description)
    }
    return name
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let person = try tool.person(common, tool.loadSettingsReportingProblems())
    let stores = try tool.existingDatabase(common)
    let known = try stores?.strength.exercises(of: person) ?? []
    guard let shown = try stores?.strength.rename(exercise, to: name, by: person) else {
      let hint =
        (known.likelyMeant(by: exercise) ?? known.closest(to: exercise)).map {
          "did you mean \"\($0)\"?"
        } ?? "\"ladder exercises\" lists them"
      throw UsageError("there are no sets of \(exercise.quoted); \(hint)")
    }
    tool.reportNewExercise(name, known: known.filter { $0.nameKey != exercise.nameKey })
    tool.output.completedChange = "the exercise is renamed"
    let undo = "\"ladder exercises undo \(exercise.shellWord)\" undoes it"
    try tool.output.appendLine("The sets of \(exercise) are shown as \(shown). \(undo).")
    return 0
  }
}

/// A command that undoes the renaming of an exercise: `ladder exercises undo A`.
struct ExercisesUndoCommand: Command {
  static let verb = Verb(
    name: "exercises undo",
    operand: .init(name: "EXERCISE", example: "pullup"),
    summary: "undo \"exercises rename\"")

  let common: CommonOptions
  let exercise: String

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    exercise = try ExercisesRenameCommand.name(invocation.operand)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let person = try tool.person(common, tool.loadSettingsReportingProblems())
    let stores = try tool.existingDatabase(common)
    guard try stores?.strength.undoRenaming(of: exercise, by: person) == true else {
      throw UsageError("\(exercise.quoted) was not renamed; \"ladder exercises\" lists the names")
    }
    tool.output.completedChange = "the exercise has its own name again"
    try tool.output.appendLine("\(exercise) has its own name again.")
    return 0
  }
}

extension CommandLineTool {
  /// Reports that a new exercise is probably a misspelled one. The person may mean it, so it is no error.
  ///
  /// - Parameters:
  ///   - known: The person's other exercises.
  ///   - isSaved: Whether sets of the exercise are saved, so that it can be renamed.
  func reportNewExercise(_ name: String, known: [String], isSaved: Bool = true) {
    guard let likely = StrengthExercise.likelyMeant(by: name, known: known) else { return }
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
    return isWord ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}

// MARK: - Records

/// A command that prints the records of a person's strength exercises, or of one: `ladder records [EXERCISE]`.
struct RecordsCommand: Command {
  static let verb = Verb(
    name: "records",
    operand: .init(name: "EXERCISE", isOptional: true, example: "'bench press'"),
    summary: "show strength records")
  static let options: [Option] = [.json]

  let common: CommonOptions
  let exercise: String?
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    isJSON = invocation.arguments.has(.json)
    guard !invocation.operand.isEmpty else {
      exercise = nil
      return
    }
    guard let name = Routine.exerciseName(invocation.operand) else {
      throw UsageError(Routine.Violation.exercise.description)
    }
    exercise = name
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let settings = tool.loadSettingsReportingProblems()
    let person = try tool.person(common, settings)
    let stores = try tool.existingDatabase(common)
    let known = try stores?.strength.exercises(of: person) ?? []
    let shown = try exercise.flatMap { try stores?.strength.shownName(of: $0, by: person) }
    let names = shown.map { name in known.filter { $0.nameKey == name.nameKey } } ?? known
    let records = try names.compactMap { name in
      try stores?.strength.history(of: name, by: person)
    }.map { ExerciseRecords($0, weekStart: settings.settings.weekStart) }
    if isJSON {
      var writer = JSONArrayWriter(tool.output)
      for record in records { try writer.append(record.json) }
      try writer.end()
    } else if records.isEmpty {
      let likely = exercise.flatMap { known.likelyMeant(by: $0) ?? known.closest(to: $0) }
      try tool.output.appendLine(
        "No sets\(exercise.map { " of \($0)" } ?? "") by \(person) yet. "
          + (likely.map { "Did you mean \"\($0)\"?" }
            ?? "Log some with \"ladder log 'bench press' 100x5 80x8\"."))
    } else {
      for (index, record) in records.enumerated() {
        if index > 0 { try tool.output.appendLine("") }
        for line in record.lines(maxWeeks: exercise == nil ? 1 : 12) {
          try tool.output.appendLine(line)
        }
      }
      if records.contains(where: { $0.records.bestEstimate != nil }) {
        try tool.output.appendLine("")
        try tool.output.appendLine("Estimated by \(OneRepMaximum.epley.source)")
      }
    }
    return 0
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
          + "(\(estimate.source.set.result), \(date(estimate.source.day)))")
    }
    for best in records.bests {
      lines.append(
        "  \(best.reps.repsText.padded(to: 9))  \(best.source.set.result.padded(to: 16))  "
          + date(best.source.day))
    }
    for week in records.weeks.suffix(maxWeeks) {
      lines.append(
        "  week of \(date(week.week.firstDay))  \(week.sets == 1 ? "1 set" : "\(week.sets) sets"), "
          + week.reps.repsText
          + (week.volume > .zero ? ", \(week.volume.text(in: history.unit))" : ""))
    }
    return lines + ruleLines
  }

  /// The progression rule with the suggestion for the next session; none without a rule.
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
    members.append(
      (
        "weeks",
        .array(
          records.weeks.map { week in
            .object([
              ("first_day", .string(date(week.week.firstDay))), ("sets", .number(Int64(week.sets))),
              ("reps", .number(Int64(week.reps))),
              ("volume_g", .number(Int64(week.volume.thousandths(of: .kilograms)))),
            ])
          })
      ))
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
    .object([
      ("set", .string(dated.set.text)), ("reps", .number(Int64(reps))),
      ("day", .string(date(dated.day))),
    ])
  }

  private func date(_ day: Int64) -> String { CivilDate(daysSince1970: day).text }
}
