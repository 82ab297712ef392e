/// A command that plays a script: `ladder play FILE`.
struct PlayCommand: Command {
  static let verb = Verb(
    name: "play",
    operand: .init(name: "FILE", isFile: true, example: "ladder play workout.ladder"),
    summary: "play your own script")
  static let options: Set<Option.Name> = [.speed, .record, .shots, .check]

  let common: CommonOptions
  let playback: ScriptPlayback

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    playback = try ScriptPlayback(.file(invocation.operand), parsing: invocation.arguments)
  }

  func run(in tool: CommandLineTool) throws -> Int32 { try playback.run(in: tool, common) }
}
