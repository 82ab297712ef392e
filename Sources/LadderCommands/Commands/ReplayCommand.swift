import CommandLineInterface
import Features

/// A command that starts the app with the replay of a workout: `ladder replay ID`.
struct ReplayCommand: Command {
  static let verb = Verb(
    name: "replay", operand: .init(name: "ID", values: { _ in ["last"] }, example: "last"),
    summary: "watch a workout (ID or last)")

  let common: CommonOptions
  let workout: WorkoutReference

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    workout = try WorkoutReference(invocation.operand)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    var options = try tool.launchOptions(common)
    let connection = try tool.existingDatabase(common)
    options.replay = try workout.replay(in: connection, by: options.person)
    connection?.close()
    try tool.requireTerminal()
    tool.terminate(with: try startTerminal(options))
  }
}
