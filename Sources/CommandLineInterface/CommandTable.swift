import Models

/// A command of a program.
///
/// To add a command, add it to the program's ``CommandTable``.
public struct Command: Sendable {
  /// One word, or two for a subcommand: `sync status`. Empty for the command without a verb.
  public let name: String
  /// The operand; `nil` if the command has none.
  public let operand: Operand?
  /// The purpose of the command in a few words.
  public let summary: String
  /// The options of this command in addition to the common ones.
  public let options: [Option]
  let parse: @Sendable (Invocation) throws -> Action

  /// A function that runs a command whose command line is valid.
  public typealias Action = () throws -> Void

  /// Creates a command that checks the values of its command line before it runs.
  ///
  /// - Parameter parse: Reads a command line and returns the function that runs it. Throws ``UsageError`` if the operand or
  ///   the value of an option is invalid.
  public init(
    _ name: String, operand: Operand? = nil, summary: String, options: [Option] = [],
    parse: @escaping @Sendable (Invocation) throws -> Action
  ) {
    self.name = name
    self.operand = operand
    self.summary = summary
    self.options = options
    self.parse = parse
  }

  /// Creates a command that accepts any values.
  public init(
    _ name: String, operand: Operand? = nil, summary: String, options: [Option] = [],
    run: @escaping @Sendable (Invocation) throws -> Void
  ) {
    self.init(
      name, operand: operand, summary: summary, options: options,
      parse: { invocation in { try run(invocation) } })
  }

  /// The words of the name.
  public var words: [Substring] { name.split(separator: " ") }

  /// Returns whether an option belongs to this command, in addition to the common options.
  public func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }
}

/// An error that ends a command with exit code 1, after its output has reported something that scripts should detect.
public struct ReportedFailure: Error {
  public init() {}
}

/// The commands and options of a program, from which its parser, `--help`, man page and completions are made.
public struct CommandTable: Sendable {
  /// The name of the program: `ladder`.
  public let program: String
  /// The purpose of the program, as a sentence.
  public let summary: String
  /// The command without a verb.
  public let main: Command
  /// The commands with a verb, in the order of the help.
  public let commands: [Command]
  /// The options that all commands have.
  public let commonOptions: [Option]
  /// The options of all commands, in the order of the help.
  private let allOptions: [Option]
  let manual: Manual
  /// Throws ``UsageError`` if the value of a common option is invalid.
  let checkCommonOptions: @Sendable (ParsedArguments) throws -> Void

  /// The parts of the man page that are not made from the tables.
  public struct Manual: Sendable {
    /// The purpose of the program in a few words.
    let purpose: String
    /// The lines of the description.
    let description: [String]
    /// Returns the lines of the sections after the options, in roff.
    let sections: @Sendable () -> [String]

    public init(
      purpose: String, description: [String], sections: @escaping @Sendable () -> [String]
    ) {
      self.purpose = purpose
      self.description = description
      self.sections = sections
    }
  }

  /// Creates a table. Every program also has `--help` and `--version`.
  public init(
    program: String, summary: String, main: Command, commands: [Command],
    commonOptions: [Option], manual: Manual,
    checkCommonOptions: @escaping @Sendable (ParsedArguments) throws -> Void = { _ in }
  ) {
    self.program = program
    self.summary = summary
    self.main = main
    self.commands = commands
    self.commonOptions = commonOptions + [.help, .version]
    self.manual = manual
    self.checkCommonOptions = checkCommonOptions
    allOptions = commonOptions + ([main] + commands).flatMap(\.options) + [.help, .version]
  }

  /// The options to parse: those of all commands, each name once.
  public var options: [Option] {
    var names: Set<String> = []
    return allOptions.filter { names.insert($0.name).inserted }
  }

  /// All options in the order of the help: the common ones, then those of each command. An option that has another meaning
  /// in another command is listed with both meanings.
  public var documentedOptions: [Option] {
    var seen: Set<Option> = []
    return allOptions.filter { seen.insert($0).inserted }
  }

  /// Returns the command that the first words of a command line choose: `sync status` rather than `sync`.
  ///
  /// - Throws: ``UsageError`` if there is none.
  public func command(named words: [String]) throws -> Command {
    for count in [2, 1] where words.count >= count {
      let name = words.prefix(count).joined(separator: " ")
      if let command = commands.first(where: { $0.name == name }) { return command }
    }
    let word = words.first ?? ""
    throw UsageError(
      "there is no command \(word.quoted)", meant: firstWords.closest(to: word),
      otherwise: "\"\(program) --help\" lists them")
  }

  /// Returns the options to parse. Those of the first named command replace options of the same name of other commands,
  /// which may take no value.
  func options(in arguments: [String]) -> [Option] {
    for word in arguments.dropFirst() {
      guard let command = commands.first(where: { $0.name == word }) else { continue }
      return options.map { option in command.options.first { $0.name == option.name } ?? option }
    }
    return options
  }

  /// The commands that do not belong to another command.
  var mainCommands: [Command] { commands.filter { $0.words.count == 1 } }

  /// The words that a command line can begin with.
  var firstWords: [String] { mainCommands.map(\.name) }

  /// Returns the words that can follow a command: its subcommands and the listed values of its operand.
  func words(after command: Command) -> [String] {
    let subcommands = commands.filter { $0.words.count == 2 && $0.words[0] == command.name }
    return subcommands.map { String($0.words[1]) } + (command.operand?.values(self) ?? [])
  }

  /// Returns the commands with a verb that have an option in addition to the common options.
  public func commands(with option: Option) -> [Command] { commands.filter { $0.has(option) } }

  /// Returns whether an option is common to all commands.
  public func isCommon(_ option: Option) -> Bool {
    commonOptions.contains { $0.name == option.name }
  }

  /// Returns a command line without its options: `ladder play FILE`.
  public func usage(of command: Command) -> String {
    [program, command.name, command.operand?.usage ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Returns a valid command line, for messages: `ladder play workout.ladder`.
  public func example(of command: Command) -> String {
    [program, command.name, command.operand?.example ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// The argument after a verb.
public struct Operand: Sendable {
  /// The placeholder in the help: `CHALLENGE`.
  let name: String
  public let isOptional: Bool
  /// The placeholder for a second argument, which is required; `nil` if there is none.
  let second: String?
  /// The placeholder for further arguments; `nil` if there can be none.
  let further: String?
  /// Returns the valid values, if they can be listed. Only completions call it.
  public let values: @Sendable (CommandTable) -> [String]
  /// A shell command that prints more valid values, for completions, if any.
  let valuesCommand: String?
  /// Whether the operand can be the path of a file.
  let isFile: Bool
  /// The end of the message about a missing operand, if any: how to list the valid operands.
  let hint: String?
  /// A valid operand, for the message about a missing operand.
  let example: String

  public init(
    _ name: String, isOptional: Bool = false, second: String? = nil, further: String? = nil,
    values: @escaping @Sendable (CommandTable) -> [String] = { _ in [] },
    valuesCommand: String? = nil, isFile: Bool = false, hint: String? = nil, example: String
  ) {
    self.name = name
    self.isOptional = isOptional
    self.second = second
    self.further = further
    self.values = values
    self.valuesCommand = valuesCommand
    self.isFile = isFile
    self.hint = hint
    self.example = example
  }

  /// The placeholder, in brackets if the operand is optional.
  public var usage: String {
    (isOptional ? "[\(name)]" : name) + (second.map { " \($0)" } ?? "")
      + (further.map { " [\($0)...]" } ?? "")
  }
}

/// An option of a command line.
public struct Option: Hashable, Sendable {
  /// The name without hyphens: `data`.
  public let name: String
  /// The one-letter form, if any.
  public let letter: Character?
  /// The placeholder for the value; `nil` if the option takes none.
  let value: String?
  /// The valid values, if they can be listed.
  public let values: [String]
  /// The meaning of the option in a few words.
  public let summary: String

  public init(
    _ name: String, letter: Character? = nil, value: String? = nil, values: [String] = [],
    summary: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.values = values
    self.summary = summary
  }

  public static let data = Option(
    "data", value: "DIR", summary: "the folder of the database (LADDER_DATA)")
  public static let json = Option("json", summary: "print JSON")
  public static let yes = Option("yes", summary: "do not ask for confirmation")
  public static let undo = Option("undo", summary: "undo a removal made in the last 30 days")
  static let help = Option("help", letter: "h", summary: "print this help")
  static let version = Option(
    "version", letter: "V", summary: "print the version and commit; with --json, the build")

  /// The option with two hyphens: `--help`.
  public var spelling: String { "--\(name)" }

  /// All forms of the option: `--help` and `-h`.
  var spellings: [String] { [spelling] + (letter.map { ["-\($0)"] } ?? []) }

  /// The option with the placeholder for its value: `--data DIR`.
  public var usage: String { value.map { "\(spelling) \($0)" } ?? spelling }

  /// The kind of path that the value is; `nil` if it isn't a path.
  var path: PathKind? { value.flatMap(PathKind.init) }

  enum PathKind: String {
    case folder = "DIR"
    case file = "FILE"
  }
}
