import Models

/// A parsed command line with its command.
public struct Invocation {
  public let arguments: ParsedArguments
  /// The argument after the verb; empty if there is none.
  public let operand: String
  /// The arguments after the operand.
  public let furtherOperands: [String]
  /// The program that was started.
  public let tool: CommandLineTool
  public let command: Command

  /// Determines the command of a command line without `--help` and `--version`.
  ///
  /// - Throws: ``UsageError``.
  public init(_ arguments: ParsedArguments, in tool: CommandLineTool) throws {
    let table = tool.table
    command =
      arguments.positionalArguments.isEmpty
      ? table.main : try table.command(named: arguments.positionalArguments)
    try arguments.rejectOptions(notSupportedBy: command, table)
    operand = try arguments.operand(of: command, table)
    furtherOperands = Array(arguments.positionalArguments.dropFirst(command.words.count + 1))
    try table.checkCommonOptions(arguments)
    self.arguments = arguments
    self.tool = tool
  }

  /// Returns the function that runs the command.
  ///
  /// - Throws: ``UsageError``.
  public func action() throws -> Command.Action { try command.parse(self) }

  public var output: Output { tool.output }

  /// Returns whether an option was given.
  public func has(_ option: Option) -> Bool { arguments.has(option) }

  /// Returns the operand as the path of a database.
  ///
  /// - Throws: ``UsageError`` if it is empty.
  public func databaseFile() throws -> String {
    guard !operand.isEmpty else {
      throw UsageError(
        "\"\(command.name)\" needs a file, as in \"\(tool.table.example(of: command))\"")
    }
    return operand.pathForSQLite
  }

  /// The question before a removal or an import.
  public var confirmation: Confirmation {
    Confirmation(
      isConfirmed: has(.yes), isTerminal: tool.isTerminal, descriptor: output.descriptor)
  }
}

/// A question that a person must answer before a removal or an import, unless `--yes` was given.
public struct Confirmation: Sendable {
  fileprivate let isConfirmed: Bool
  fileprivate let isTerminal: Bool
  fileprivate let descriptor: Int32

  /// Asks on standard output, and reads the answer from standard input.
  ///
  /// - Throws: ``UsageError`` for any answer but `y` or `yes`, and ``OutputError``.
  public func ask(_ question: String) throws {
    guard !isConfirmed else { return }
    let output = Output(descriptor: descriptor)
    output.append("\(question.escapedText) [y/N] ")
    try output.flush()
    let answer = StandardInput.readLine(maxSize: 100).filter { !$0.isWhitespace }.lowercased()
    if !isTerminal {
      output.append("\n")
      try output.flush()
    }
    guard ["y", "yes"].contains(answer) else {
      throw UsageError("nothing was changed; answer \"yes\", or add --yes")
    }
  }
}

extension ParsedArguments {
  /// Returns the argument after the verb; empty if it is optional and missing.
  fileprivate func operand(of command: Command, _ table: CommandTable) throws -> String {
    let operands = positionalArguments.dropFirst(command.words.count)
    let maxCount = command.operand.map { $0.second == nil ? 1 : 2 } ?? 0
    if command.operand?.further == nil, let extra = operands.dropFirst(maxCount).first {
      throw UsageError(
        "\"\(command.name)\" does not take \(extra.quoted); leave it out, or see "
          + "\"\(table.program) --help\"")
    }
    guard let expected = command.operand else { return "" }
    if let operand = operands.first {
      guard expected.second == nil || operands.count > 1 else {
        throw UsageError(
          "\"\(command.name)\" needs two arguments, as in \"\(table.example(of: command))\"")
      }
      return operand
    }
    if expected.isOptional { return "" }
    let article = expected.name.hasPrefix("I") ? "an" : "a"
    throw UsageError(
      "\"\(command.name)\" needs \(article) \(expected.name.lowercased()), as in "
        + "\"\(table.example(of: command))\"" + (expected.hint.map { "; \($0)" } ?? ""))
  }

  fileprivate func rejectOptions(
    notSupportedBy command: Command, _ table: CommandTable
  ) throws {
    for option in table.options
    where has(option) && !table.isCommon(option) && !command.has(option) {
      let alone = "\"\(table.program)\" alone"
      let owners =
        (table.main.has(option) ? [alone] : [])
        + table.commands(with: option).map { "\"\($0.name)\"" }
      let verb = command.name.isEmpty ? alone : "\"\(command.name)\""
      throw UsageError(
        "\(option.spelling) goes with \(owners.joined(separator: ", ")), not with \(verb)")
    }
  }
}

/// An error whose message is a sentence, with the exit code of the program.
public protocol CommandLineError: Error {
  /// The reason and the remedy.
  var sentence: String { get }
  /// 2 for an invalid command line, 1 for any other failure.
  var exitCode: Int32 { get }
  /// Whether the sentence begins with a location in a file. If so, the program's name does not precede it, so that
  /// editors recognize the location, as in compiler messages.
  var beginsWithPlace: Bool { get }
}

extension CommandLineError {
  public var beginsWithPlace: Bool { false }
}

/// An invalid command line, with one line about the reason and the remedy.
public struct UsageError: CommandLineError, Hashable {
  public let sentence: String
  public var exitCode: Int32 { 2 }

  public init(_ sentence: String) { self.sentence = sentence }

  /// Creates the error for an unknown name.
  ///
  /// - Parameters:
  ///   - meant: The known name that is probably meant, if any.
  ///   - hint: The way to list the known names.
  public init(_ problem: String, meant: String?, otherwise hint: String) {
    self.init("\(problem); " + (meant.map { "did you mean \"\($0)\"?" } ?? hint))
  }
}
