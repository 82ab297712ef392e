/// A command of `ladder`: the word that chooses it, its options, and its work.
///
/// The parser, `--help`, the man page and the completions are made of ``CommandTable/all``, so a new command is a type that
/// conforms, and an entry in that table.
protocol Command: SendableMetatype {
  /// The word that chooses the command, and what follows the word.
  static var verb: Verb { get }

  /// The options of this command, beside those that every command line may have.
  static var options: Set<Option.Name> { get }

  /// Creates a command from its command line.
  ///
  /// - Throws: ``UsageError`` when the operand or the value of an option cannot be used.
  init(parsing invocation: Invocation) throws

  /// Does the command's work.
  ///
  /// - Returns: The exit code: 0 for done, 1 for a finding that a script wants to know about.
  /// - Throws: What ``CommandLineTool/run()`` turns into a line and an exit code.
  func run(in tool: CommandLineTool) throws -> Int32
}

extension Command {
  static var options: Set<Option.Name> { [] }
}

/// All commands, in the order in which the help lists them.
enum CommandTable {
  static let all: [any Command.Type] = [
    HistoryCommand.self, LeaderboardCommand.self, ChallengesCommand.self, EventsCommand.self,
    LogCommand.self, PlanCommand.self, StatusCommand.self, ReplayCommand.self, BackupCommand.self,
    RestoreCommand.self, DoctorCommand.self, DemoCommand.self, PlayCommand.self, HelpCommand.self,
    ManCommand.self, CompletionsCommand.self,
  ]

  /// Returns the command that a word chooses.
  ///
  /// - Throws: ``UsageError`` if there is none.
  static func command(named word: String) throws -> any Command.Type {
    if let type = all.first(where: { $0.verb.name == word }) { return type }
    let hint =
      suggestion(for: word, among: verbs.map(\.name)).map { "did you mean \"\($0)\"?" }
      ?? "\"ladder --help\" lists them"
    throw UsageError("there is no command \(word.quoted); \(hint)")
  }

  /// The words of all commands, in the same order.
  static var verbs: [Verb] { all.map { $0.verb } }
}
