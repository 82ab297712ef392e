import Models

// MARK: - Help

extension CommandTable {
  /// The text of `--help`.
  public var help: String {
    var lines = [summary, "", "Usage:"]
    lines += Self.rows(([main] + commands).map(row))
    lines += ["", "Options:"]
    lines += Self.rows(options.map(Self.row))
    lines += [
      "", "Options may come before or after the command.",
      "\"\(program) help COMMAND\" explains a command; \"\(program) man\" has all.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the help of one command: what it does, and the options that it has for itself.
  func help(of command: any Command.Type) -> String {
    let verb = command.verb
    let usage = usage(of: verb) + (command.options.isEmpty ? "" : " [OPTION...]")
    var lines = ["Usage: \(usage)", "", Self.sentence(verb.summary)]
    if verb.operand != nil { lines += ["For example: \(example(of: verb))"] }
    if !command.options.isEmpty {
      lines += ["", "Options:"] + Self.rows(command.options.map(Self.row))
    }
    lines += [
      "", "\"\(program) --help\" lists all commands, and the options that all have.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private func row(_ command: any Command.Type) -> (String, String) {
    // The options of the command without a verb are in the list of options.
    let options = command == main ? [] : command.options.map { "[\($0.spelling)]" }
    let words = [usage(of: command.verb)] + (options.count > 2 ? ["[OPTION...]"] : options)
    return (words.joined(separator: " "), command.verb.summary)
  }

  private static func row(_ option: Option) -> (String, String) {
    var left = option.letter.map { "-\($0), " } ?? "    "
    left += option.usage
    return (left, option.summary)
  }

  private static func rows(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0.padded(to: width))  \($0.1)" }
  }
}

/// A command that prints the help, or what one command does: `ladder help [COMMAND]`.
public struct HelpCommand: Command {
  public static let verb = Verb(
    name: "help",
    operand: .init(
      name: "COMMAND", isOptional: true, values: { $0.firstWords }, example: "man"),
    summary: "explain Ladder or a command")

  private let text: String

  public init(parsing invocation: Invocation) throws {
    let (word, table) = (invocation.operand, invocation.tool.table)
    text = word.isEmpty ? table.help : table.help(of: try table.command(named: [word]))
  }

  public func run(in tool: CommandLineTool) -> Int32 {
    tool.output.append(text)
    return 0
  }
}

// MARK: - The man page

extension CommandTable {
  var manPage: String {
    ([".TH \(program.uppercased().roff) 1 \"\" \"\(program) \(version)\"", ".SH NAME"]
      + ["\(program.roff) \\- \(manual.purpose)"] + synopsis
      + [".SH DESCRIPTION"] + manual.description + manualCommands + manualOptions
      + manual.sections()
      + [".SH EXIT STATUS", "0 on success, 1 on failure, 2 on a usage error."])
      .joined(separator: "\n") + "\n"
  }

  private var synopsis: [String] {
    [".SH SYNOPSIS", ".B \(program.roff)", ".RI [ options ]"]
      + verbs.flatMap { verb in
        [".br", ".B \("\(program) \(verb.name)".roff)"]
          + (verb.operand.map { [".I \($0.usage)"] } ?? [])
      }
  }

  private var manualCommands: [String] {
    [".SH COMMANDS"]
      + verbs.flatMap { verb in
        let usage = [verb.name, verb.operand?.usage ?? ""].filter { !$0.isEmpty }
        return [".TP", ".B \(usage.joined(separator: " ").roff)", verb.summary.roff]
      }
  }

  private var manualOptions: [String] {
    [".SH OPTIONS", "They may come before or after the command."]
      + options.flatMap { option in
        let letter = option.letter.map { "-\($0), " } ?? ""
        let verbs = verbs(with: option).map(\.name)
        let scope = verbs.isEmpty ? "" : " (with \(verbs.joined(separator: ", ")))"
        return [".TP", ".B \((letter + option.usage).roff)", (option.summary + scope).roff]
      }
  }
}

/// A command that prints the man page: `ladder man`.
public struct ManCommand: Command {
  public static let verb = Verb(name: "man", summary: "print the man page")

  public init(parsing invocation: Invocation) {}

  public func run(in tool: CommandLineTool) -> Int32 {
    tool.output.append(tool.table.manPage)
    return 0
  }
}

extension String {
  /// The text with roff's special characters escaped, for any position in a line.
  public var roff: String {
    var text = ""
    for character in self {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case "^": text += "\\(ha"
      case "~": text += "\\(ti"
      case "`": text += "\\(ga"
      case "\"": text += "\\(dq"
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
