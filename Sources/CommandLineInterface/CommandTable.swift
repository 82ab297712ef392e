import Models

/// A command of a program.
///
/// To add a command, add a type that conforms and an entry in the program's ``CommandTable``.
public protocol Command: SendableMetatype {
  /// The verb and its operand.
  static var verb: Verb { get }

  /// The options of this command in addition to the common ones.
  static var options: [Option] { get }

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
  public static var options: [Option] { [] }
}

/// The commands and options of a program, from which its parser, `--help`, man page and completions are made.
public struct CommandTable: Sendable {
  /// The name of the program: `ladder`.
  public let program: String
  /// The purpose of the program, as a sentence.
  public let summary: String
  /// The command without a verb.
  public let main: any Command.Type
  /// The commands with a verb, in the order of the help.
  public let commands: [any Command.Type]
  /// The options that all commands have.
  public let commonOptions: [Option]
  /// All options in the order of the help: the common ones, and those of the commands in their order.
  public let options: [Option]
  let manual: Manual

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
    program: String, summary: String, main: any Command.Type, commands: [any Command.Type],
    commonOptions: [Option], manual: Manual
  ) {
    self.program = program
    self.summary = summary
    self.main = main
    self.commands = commands
    self.commonOptions = commonOptions + [.help, .version]
    self.manual = manual
    var (options, names) = (commonOptions, Set<String>())
    for option in self.commonOptions { names.insert(option.name) }
    for type in [main] + commands {
      for option in type.options where names.insert(option.name).inserted { options.append(option) }
    }
    self.options = options + [.help, .version]
  }

  /// Returns the command that the first words of a command line choose: `sync status` before `sync`.
  ///
  /// - Throws: ``UsageError`` if there is none.
  public func command(named words: [String]) throws -> any Command.Type {
    for count in [2, 1] where words.count >= count {
      let name = words.prefix(count).joined(separator: " ")
      if let type = commands.first(where: { $0.verb.name == name }) { return type }
    }
    let word = words.first ?? ""
    let hint =
      firstWords.closest(to: word).map { "did you mean \"\($0)\"?" }
      ?? "\"\(program) --help\" lists them"
    throw UsageError("there is no command \(word.quoted); \(hint)")
  }

  /// The verbs of all commands, in the same order.
  public var verbs: [Verb] { commands.map { $0.verb } }

  /// The verbs that do not belong to another command.
  var mainVerbs: [Verb] { verbs.filter { $0.words.count == 1 } }

  /// The words that a command line can begin with.
  var firstWords: [String] { mainVerbs.map(\.name) }

  /// Returns the words that can follow a verb: its subcommands and the listed values of its operand.
  func words(after verb: Verb) -> [String] {
    let subcommands = verbs.filter { $0.words.count == 2 && $0.words.first == verb.name[...] }
    return subcommands.map { String($0.words[1]) } + (verb.operand?.values(self) ?? [])
  }

  /// Returns the verbs of the commands that have an option for themselves, in their order.
  public func verbs(with option: Option) -> [Verb] {
    commands.filter { $0.has(option) }.map { $0.verb }
  }

  /// Returns whether all commands have an option.
  public func isCommon(_ option: Option) -> Bool {
    commonOptions.contains { $0.name == option.name }
  }

  /// Returns a command line without its options: `ladder play FILE`.
  public func usage(of verb: Verb) -> String {
    [program, verb.name, verb.operand?.usage ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns a valid command line, for messages: `ladder play workout.ladder`.
  public func example(of verb: Verb) -> String {
    [program, verb.name, verb.operand?.example ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Command {
  /// Returns whether the command has an option in addition to the common ones.
  public static func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }
}

/// The verb of a command, with its operand and its summary for the help, the man page and the completions.
public struct Verb: Sendable {
  /// One word, or two if the command belongs to another one: `sync status`. Empty for the command without a verb.
  public let name: String
  /// The operand; `nil` if the command has none.
  public let operand: Operand?
  /// The purpose of the command in a few words.
  public let summary: String

  public init(name: String, operand: Operand? = nil, summary: String) {
    self.name = name
    self.operand = operand
    self.summary = summary
  }

  /// The words of the name.
  public var words: [Substring] { name.split(separator: " ") }

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
    /// The end of the message about a missing operand, if any: how to list the valid ones.
    let hint: String?
    /// A valid operand, for the message about a missing one.
    let example: String

    public init(
      name: String, isOptional: Bool = false, second: String? = nil, further: String? = nil,
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
}

/// An option of a command line.
public struct Option: Sendable {
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
  static let help = Option("help", letter: "h", summary: "print this help")
  static let version = Option("version", letter: "V", summary: "print the version")

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
