import Models

// MARK: - Help

extension CommandTable {
  /// The text of `--help`.
  public var help: String {
    var lines = [summary, "", "Usage:"]
    lines += Self.rows(([main] + commands).map(row))
    lines += ["", "Options:"]
    lines += Self.rows(documentedOptions.map(Self.row))
    lines += [
      "", "Options may come before or after the command.",
      "For details, run \"\(program) help COMMAND\" or \"\(program) man\".",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the help of one command: its purpose, and its options in addition to the common ones.
  func help(of command: Command) -> String {
    let usage = usage(of: command) + (command.options.isEmpty ? "" : " [OPTION...]")
    var lines = ["Usage: \(usage)", "", Self.sentence(command.summary)]
    if command.operand != nil { lines += ["For example: \(example(of: command))"] }
    if !command.options.isEmpty {
      lines += ["", "Options:"] + Self.rows(command.options.map(Self.row))
    }
    lines += [
      "", "\"\(program) --help\" lists all commands and the common options.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private func row(_ command: Command) -> (String, String) {
    // The options of the command without a verb are in the list of options.
    let options = command.name.isEmpty ? [] : command.options.map { "[\($0.spelling)]" }
    let words = [usage(of: command)] + (options.count > 2 ? ["[OPTION...]"] : options)
    return (words.joined(separator: " "), command.summary)
  }

  private static func row(_ option: Option) -> (String, String) {
    var left = option.letter.map { "-\($0), " } ?? "    "
    left += option.usage
    return (left, option.summary)
  }

  private static func rows(_ rows: [(String, String)]) -> [String] {
    // The summary of a long usage is on the next line, so that all lines fit 80 columns.
    let width = rows.map(\.0.count).filter { $0 <= 45 }.max() ?? 0
    return rows.flatMap { left, right in
      left.count > width
        ? ["  \(left)", "  \("".padded(to: width))  \(right)"]
        : ["  \(left.padded(to: width))  \(right)"]
    }
  }
}

extension Command {
  /// Prints the help of the program or of one command: `ladder help [COMMAND]`.
  public static let help = Command(
    "help",
    operand: Operand("COMMAND", isOptional: true, values: { $0.firstWords }, example: "man"),
    summary: "explain Ladder or a command",
    run: { invocation in
      let (word, table) = (invocation.operand, invocation.tool.table)
      invocation.output.append(
        word.isEmpty ? table.help : table.help(of: try table.command(named: [word])))
    })

  /// Prints the man page: `ladder man`.
  public static let man = Command(
    "man", summary: "print the man page",
    run: { $0.output.append($0.tool.table.manPage) })
}

// MARK: - The man page

extension CommandTable {
  var manPage: String {
    ([
      ".TH \(program.uppercased().roff) 1 \"\" \"\(program) \(Build.current.version)\"", ".SH NAME",
    ]
      + ["\(program.roff) \\- \(manual.purpose)"] + synopsis
      + [".SH DESCRIPTION"] + manual.description + manualCommands + manualOptions
      + manual.sections()
      + [
        ".SH EXIT STATUS", Self.exitStatuses.map { "\($0) on \($1)" }.joined(separator: ", ") + ".",
      ])
      .joined(separator: "\n") + "\n"
  }

  /// The exit statuses of both programs and their occasions, for the man page and `docs/COMMANDS.md`.
  public static let exitStatuses: [(status: Int32, occasion: String)] = [
    (0, "success"), (1, "failure"), (2, "a usage error"),
  ]

  private var synopsis: [String] {
    [".SH SYNOPSIS", ".B \(program.roff)", ".RI [ options ]"]
      + commands.flatMap { command in
        [".br", ".B \("\(program) \(command.name)".roff)"]
          + (command.operand.map { [".I \($0.usage)"] } ?? [])
      }
  }

  private var manualCommands: [String] {
    [".SH COMMANDS"]
      + commands.flatMap { command in
        let usage = [command.name, command.operand?.usage ?? ""].filter { !$0.isEmpty }
        return [".TP", ".B \(usage.joined(separator: " ").roff)", command.summary.roff]
      }
  }

  private var manualOptions: [String] {
    [".SH OPTIONS", "They may come before or after the command."]
      + documentedOptions.flatMap { option in
        let letter = option.letter.map { "-\($0), " } ?? ""
        let names = commands.filter { $0.options.contains(option) }.map(\.name)
        let scope = names.isEmpty ? "" : " (with \(names.joined(separator: ", ")))"
        return [".TP", ".B \((letter + option.usage).roff)", (option.summary + scope).roff]
      }
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
