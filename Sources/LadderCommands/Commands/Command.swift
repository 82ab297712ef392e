import Models

/// A command of `ladder`.
///
/// The parser, `--help`, the man page and the completions use ``CommandTable/all``. To add a command, add a type that
/// conforms and an entry in that table.
protocol Command: SendableMetatype {
  /// The verb and its operand.
  static var verb: Verb { get }

  /// The options of this command in addition to the common ones.
  static var options: Set<Option.Name> { get }

  /// Creates a command from its command line.
  ///
  /// - Throws: ``UsageError`` if the operand or the value of an option is invalid.
  init(parsing invocation: Invocation) throws

  /// Runs the command.
  ///
  /// - Returns: The exit code: 0 for success, 1 for a finding that scripts should be able to detect.
  /// - Throws: An error, which ``CommandLineTool/run()`` turns into a message and an exit code.
  func run(in tool: CommandLineTool) throws -> Int32
}

extension Command {
  static var options: Set<Option.Name> { [] }
}

/// A namespace for the list of commands.
enum CommandTable {
  /// All commands in the order of the help.
  static let all: [any Command.Type] = [
    StartCommand.self, TimerCommand.self, RepeatCommand.self, HistoryCommand.self,
    LeaderboardCommand.self,
    ChallengesCommand.self, EventsCommand.self,
    LogCommand.self, RecordsCommand.self, ExercisesCommand.self, ExercisesRenameCommand.self,
    ExercisesUndoCommand.self, PlanCommand.self, RemindCommand.self,
    StatusCommand.self, ReplayCommand.self, BackupCommand.self,
    RestoreCommand.self, DoctorCommand.self, DemoCommand.self, PlayCommand.self, HelpCommand.self,
    JoinCommand.self, GroupsCommand.self, PublishCommand.self, LeaveCommand.self,
    SyncCommand.self, SyncStatusCommand.self, SyncDevicesCommand.self, SyncRemoveCommand.self,
    SyncLinkCommand.self, SyncWordsCommand.self, SyncKeyCommand.self, SyncRekeyCommand.self,
    SyncSettingsCommand.self,
    ServeCommand.self, InviteCommand.self, WallCommand.self, GroupCommand.self,
    MembersCommand.self, DevicesCommand.self, RoleCommand.self, RevokeCommand.self,
    RemoveCommand.self, ManCommand.self, CompletionsCommand.self,
  ]

  /// Returns the command that the first words of a command line choose: `serve invite` before `serve`.
  ///
  /// - Throws: ``UsageError`` if there is none.
  static func command(named words: [String]) throws -> any Command.Type {
    for count in [2, 1] where words.count >= count {
      let name = words.prefix(count).joined(separator: " ")
      if let type = all.first(where: { $0.verb.name == name }) { return type }
    }
    let word = words.first ?? ""
    let hint =
      firstWords.closest(to: word).map { "did you mean \"\($0)\"?" }
      ?? "\"ladder --help\" lists them"
    throw UsageError("there is no command \(word.quoted); \(hint)")
  }

  /// The verbs of all commands, in the same order.
  static var verbs: [Verb] { all.map { $0.verb } }

  /// The verbs that do not belong to another command.
  static var mainVerbs: [Verb] { verbs.filter { $0.words.count == 1 } }

  /// The words that a command line can begin with.
  static var firstWords: [String] { mainVerbs.map(\.name) }
}
