import CommandLineInterface

/// A command that plays a script: `ladder play FILE`.
struct PlayCommand: Command {
  static let verb = Verb(
    name: "play",
    operand: .init(name: "FILE", isFile: true, example: "workout.ladder"),
    summary: "play your own script")
  static let options: [Option] = [.speed, .record, .shots, .check]

  let common: CommonOptions
  let playback: ScriptPlayback

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    playback = try ScriptPlayback(.file(invocation.operand), parsing: invocation.arguments)
  }

  func run(in tool: CommandLineTool) throws -> Int32 { try playback.run(in: tool, common) }
}
