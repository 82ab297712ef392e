import ClientsLive
import FoundationEssentials
import Models

/// A command that saves a workout that wasn't recorded by the app: `ladder log CHALLENGE --reps N --time mm:ss`.
struct LogCommand: Command {
  static let verb = Verb(
    name: "log", operand: .challenge(example: "ladder log pushups-2min --reps 30"),
    summary: "log a workout done elsewhere")
  static let options: Set<Option.Name> = [
    .reps, .time, .at, .note, .rpe, .weight, .distance, .calories,
  ]

  let common: CommonOptions
  let entry: LoggedWorkout

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    let values = invocation.arguments.values
    entry = try LoggedWorkout(
      try invocation.challenge(allowsDeleted: false),
      reps: values[.reps], time: values[.time], at: values[.at],
      note: values[.note],
      figures: .init(
        effort: values[.rpe], bodyWeight: values[.weight], distance: values[.distance],
        calories: values[.calories]), now: invocation.now())
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let stores = try Stores.open(in: try tool.dataFolder(common))
    let person = try tool.person(common, tool.loadSettingsReportingProblems())
    let challenge = entry.challenge
    let saved = try stores.workouts.finish(
      entry.draft(), note: entry.note, figures: entry.figures, by: person,
      scoring: challenge.scoring)
    let result =
      saved.score.map(challenge.scoring.text)
      ?? saved.impossibilityReason.map { "\(Challenge.notRanked) (\($0.sentence))" }
      ?? Challenge.noScore
    let record = saved.isRecord ? ", a new best" : ""
    do {
      try tool.output.appendLine(
        "Saved: \(challenge.name), \(result)\(record), "
          + "\(LocalTime(saved.workout.startedAt).text)")
      try tool.output.flush()
    } catch OutputError.failed(let reason) {
      // Otherwise the person would log the workout again.
      throw OutputError.failed("\(reason); the workout is saved")
    }
    return 0
  }
}
