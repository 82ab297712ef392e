/// A command that prints the man page: `ladder man`.
struct ManCommand: Command {
  static let verb = Verb(name: "man", summary: "print the man page")

  init(parsing invocation: Invocation) {}

  func run(in tool: CommandLineTool) -> Int32 {
    tool.output.append(ManPage.text)
    return 0
  }
}
