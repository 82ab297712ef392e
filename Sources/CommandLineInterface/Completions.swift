extension Command {
  /// Prints a completion script for a shell: `ladder completions SHELL`.
  public static let completions = Command(
    "completions",
    operand: Operand("SHELL", values: { _ in Shell.allCases.map(\.rawValue) }, example: "bash"),
    summary: "print shell completions",
    run: { invocation in
      let word = invocation.operand
      guard let shell = Shell(rawValue: word) else {
        throw UsageError("there are no completions for \(word.quoted); choose bash, zsh or fish")
      }
      invocation.output.append(shell.completions(of: invocation.tool.table))
    })
}

/// A shell with support for completions.
public enum Shell: String, Hashable, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Returns the completion script for the shell, generated from the tables of commands and options.
  func completions(of table: CommandTable) -> String {
    switch self {
    case .bash: BashCompletions(table: table).text
    case .zsh: ZshCompletions(table: table).text
    case .fish: FishCompletions(table: table).text
    }
  }

  /// Returns a text as one word for a shell, in single quotes.
  public static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

extension CommandTable {
  /// The name of the function in a completion script: `_ladder_server`.
  fileprivate var functionName: String { "_" + program.replacing("-", with: "_") }
}

// MARK: - bash

private struct BashCompletions {
  let table: CommandTable

  var text: String {
    """
    # bash completion for \(table.program), written by "\(table.program) completions bash"
    \(table.functionName)() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb= words= i
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          \(table.firstWords.joined(separator: "|"))) verb=${COMP_WORDS[i]}; break ;;
        esac
      done
      case $prev in
    \(values)
      esac
      case $verb in
    \(branches)
      esac
      case $verb in
    \(valuesCommands)
      esac
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
      case "$verb ${COMP_WORDS[i+1]}" in
    \(files)
      esac
    }
    complete -F \(table.functionName) \(table.program)

    """
  }

  /// The cases that complete the values of options.
  private var values: String {
    table.options.filter { $0.value != nil }.map { option in
      let words =
        switch option.path {
        case .folder: "compgen -d -- \"$cur\""
        case .file: "compgen -f -- \"$cur\""
        case nil: "compgen -W \"\(option.values.joined(separator: " "))\" -- \"$cur\""
        }
      return "    \(option.spelling)) COMPREPLY=($(\(words))); return ;;"
    }.joined(separator: "\n")
  }

  private var branches: String {
    ([table.main] + table.mainCommands).map { command in
      let isMain = command.name.isEmpty
      let options = table.options.filter { option in
        table.isCommon(option) || command.has(option)
          || table.commands(with: option).contains { $0.words[0] == command.name }
      }
      let words =
        (isMain ? table.firstWords : table.words(after: command)) + options.flatMap(\.spellings)
      return "    \(isMain ? "''" : command.name)) words=\"\(words.joined(separator: " "))\" ;;"
    }.joined(separator: "\n")
  }

  /// The cases that run a command for more valid operands.
  private var valuesCommands: String {
    table.commands.compactMap { command in
      command.operand?.valuesCommand.map { "    \(command.name)) words+=\" $(\($0))\" ;;" }
    }.joined(separator: "\n")
  }

  private var files: String {
    table.commands.filter { $0.operand?.isFile == true }.map {
      "    \($0.words.count == 1 ? $0.name + "\\ *" : $0.words.joined(separator: "\\ "))) "
        + "COMPREPLY+=($(compgen -f -- \"$cur\")) ;;"
    }.joined(separator: "\n")
  }
}

// MARK: - zsh

private struct ZshCompletions {
  let table: CommandTable

  var text: String {
    """
    #compdef \(table.program)
    # zsh completion for \(table.program), written by "\(table.program) completions zsh"
    \(table.functionName)() {
      local state line
      local -a commands
      commands=(
    \(commands)
      )
      _arguments \\
    \(options)
        '1:command:->command' \\
        '2:operand:->operand'
      case $state in
        command) _describe command commands ;;
        operand)
          case $line[1] in
    \(operands)
          esac ;;
      esac
    }
    \(table.functionName) "$@"

    """
  }

  private var commands: String {
    table.mainCommands.map { "    " + Shell.quoted("\($0.name):\($0.summary)") }
      .joined(separator: "\n")
  }

  private var options: String {
    table.options.flatMap { option in
      option.spellings.map { spelling in
        var text = "\(spelling)[\(plain(option.summary))]"
        if let value = option.value {
          let words = option.values.isEmpty ? "" : "(\(option.values.joined(separator: " ")))"
          let action =
            switch option.path {
            case .folder: "_directories"
            case .file: "_files"
            case nil: words
            }
          text += ":\(plain(value).replacing(":", with: "\\:")):" + action
        }
        return "    " + Shell.quoted(text) + " \\"
      }
    }.joined(separator: "\n")
  }

  /// Returns a text without the characters that have a special meaning for `_arguments`.
  private func plain(_ text: String) -> String { text.filter { !"[]\\".contains($0) } }

  private var operands: String {
    table.mainCommands.compactMap { command in
      let isFile = command.operand?.isFile == true
      var words = table.words(after: command)
      guard !words.isEmpty || isFile else { return nil }
      if let more = command.operand?.valuesCommand { words.append("${(f)\"$(\(more))\"}") }
      let parts =
        (words.isEmpty ? [] : ["compadd -- \(words.joined(separator: " "))"])
        + (isFile ? ["_files"] : [])
      return "        \(command.name)) \(parts.joined(separator: "; ")) ;;"
    }.joined(separator: "\n")
  }
}

// MARK: - fish

private struct FishCompletions {
  let table: CommandTable

  var text: String {
    let head = [
      "# fish completion for \(table.program), written by \"\(table.program) completions fish\"",
      "complete -c \(table.program) -f",
    ]
    return (head + commands + operands + options).joined(separator: "\n") + "\n"
  }

  private var commands: [String] {
    table.mainCommands.map {
      "complete -c \(table.program) -n __fish_use_subcommand -a \($0.name) "
        + "-d \(Shell.quoted($0.summary))"
    }
  }

  private var operands: [String] {
    table.mainCommands.compactMap { command in
      var words = table.words(after: command)
      guard !words.isEmpty else { return nil }
      if let more = command.operand?.valuesCommand { words.append("(\(more))") }
      return "complete -c \(table.program) -n '__fish_seen_subcommand_from \(command.name)' "
        + "-a \(Shell.quoted(words.joined(separator: " ")))"
    }
      + table.commands.filter { $0.operand?.isFile == true }.map {
        "complete -c \(table.program) -n '__fish_seen_subcommand_from \($0.words.last ?? "")' -F"
      }
  }

  private var options: [String] {
    table.options.map { option in
      var line = "complete -c \(table.program) -l \(option.name)"
      if let letter = option.letter { line += " -s \(letter)" }
      if !table.isCommon(option) {
        // A subcommand is recognized by its second word.
        let names = table.commands(with: option).compactMap { $0.words.last.map(String.init) }
          .joined(separator: " ")
        let with = names.isEmpty ? [] : ["__fish_seen_subcommand_from \(names)"]
        let alone = table.main.has(option) ? ["__fish_use_subcommand"] : []
        line += " -n '\((with + alone).joined(separator: "; or "))'"
      }
      if option.value != nil {
        switch option.path {
        case .folder: line += " -r -a '(__fish_complete_directories)'"
        case .file: line += " -r -F"
        case nil: line += " -x"
        }
      }
      if !option.values.isEmpty {
        line += " -a \(Shell.quoted(option.values.joined(separator: " ")))"
      }
      return line + " -d \(Shell.quoted(option.summary))"
    }
  }
}
