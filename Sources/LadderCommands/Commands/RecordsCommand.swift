import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models

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
