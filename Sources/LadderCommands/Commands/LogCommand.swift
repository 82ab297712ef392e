import ClientsLive
import FoundationEssentials
import Models

/// A command that saves a workout that wasn't recorded by the app: `ladder log CHALLENGE --reps N --time mm:ss`, or sets
/// with weights: `ladder log 'bench press' 100x5 80x8@9`.
struct LogCommand: Command {
  static let verb = Verb(
    name: "log",
    operand: .challenge(example: "ladder log pushups-2min --reps 30", further: "SET"),
    summary: "log a workout done elsewhere")
  static let options: Set<Option.Name> = [
    .reps, .time, .at, .note, .rpe, .weight, .distance, .calories,
  ]

  let common: CommonOptions
  let entry: Entry

  enum Entry: Hashable {
    case workout(LoggedWorkout)
    case sets(LoggedSets)
  }

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    let values = invocation.arguments.values
    guard invocation.furtherOperands.isEmpty else {
      entry = .sets(
        try LoggedSets(
          invocation.operand, sets: invocation.furtherOperands, options: values,
          now: invocation.now()))
      return
    }
    entry = .workout(
      try LoggedWorkout(
        try invocation.challenge(allowsDeleted: false),
        reps: values[.reps], time: values[.time], at: values[.at],
        note: values[.note], figures: .init(values), now: invocation.now()))
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let stores = try Stores.open(in: try tool.dataFolder(common))
    let person = try tool.person(common, tool.loadSettingsReportingProblems())
    let result =
      switch entry {
      case .workout(let entry): try Self.save(entry, by: person, in: stores)
      case .sets(let entry): try Self.save(entry, by: person, in: stores)
      }
    do {
      try tool.output.appendLine("Saved: \(result)")
      try tool.output.flush()
    } catch OutputError.failed(let reason) {
      // Otherwise the person would log the workout again.
      throw OutputError.failed("\(reason); the workout is saved")
    }
    return 0
  }

  private static func save(
    _ entry: LoggedSets, by person: PersonName, in stores: Stores
  ) throws -> String {
    let draft = try entry.draft(unit: stores.strength.unit(of: entry.exercise, by: person))
    _ = try stores.workouts.finish(
      draft, note: entry.note, figures: entry.figures, by: person, scoring: nil)
    let sets = draft.sets.map(\.set.result).joined(separator: " ")
    return "\(entry.exercise), \(sets), \(draft.localStart.text)"
  }

  private static func save(
    _ entry: LoggedWorkout, by person: PersonName, in stores: Stores
  ) throws -> String {
    let challenge = entry.challenge
    let saved = try stores.workouts.finish(
      entry.draft(), note: entry.note, figures: entry.figures, by: person,
      scoring: challenge.scoring)
    let result =
      saved.score.map(challenge.scoring.text)
      ?? saved.impossibilityReason.map { "\(Challenge.notRanked) (\($0.sentence))" }
      ?? Challenge.noScore
    let record = saved.isRecord ? ", a new best" : ""
    return "\(challenge.name), \(result)\(record), \(saved.workout.localStart.text)"
  }
}
