/// A command that prints a completion script for a shell: `ladder completions SHELL`.
struct CompletionsCommand: Command {
  static let verb = Verb(
    name: "completions",
    operand: .init(
      name: "SHELL", values: { Shell.allCases.map(\.rawValue) }, example: "ladder completions bash"),
    summary: "print shell completions")

  let shell: Shell

  init(parsing invocation: Invocation) throws {
    let word = invocation.operand
    guard let shell = Shell(rawValue: word) else {
      throw UsageError("there are no completions for \(word.quoted); choose bash, zsh or fish")
    }
    self.shell = shell
  }

  func run(in tool: CommandLineTool) -> Int32 {
    tool.output.append(shell.completions)
    return 0
  }
}
