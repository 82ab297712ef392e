/// `ladder help [COMMAND]`: prints the help, or what one command does.
struct HelpCommand: Command {
  static let verb = Verb(
    name: "help",
    operand: .init(
      name: "COMMAND", isOptional: true, values: { CommandTable.firstWords },
      example: "ladder help log"),
    summary: "explain Ladder or a command")

  let text: String

  init(parsing invocation: Invocation) throws {
    let word = invocation.operand
    text =
      word.isEmpty ? HelpText.text : HelpText.text(of: try CommandTable.command(named: [word]))
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    tool.output.append(text)
    return 0
  }
}
