/// Completions for zsh, made of the tables of commands and options.
enum ZshCompletions {
  static var text: String {
    """
    #compdef ladder
    # zsh completion for ladder, written by "ladder completions zsh"
    _ladder() {
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
    _ladder "$@"

    """
  }

  private static var commands: String {
    Verb.allCases.map { "    " + Shell.quoted("\($0.rawValue):\($0.summary)") }
      .joined(separator: "\n")
  }

  private static var options: String {
    Option.all.flatMap { option in
      option.spellings.map { spelling in
        var text = "\(spelling)[\(plain(option.summary))]"
        if let value = option.value {
          let words = option.values.isEmpty ? "" : "(\(option.values.joined(separator: " ")))"
          text += ":\(plain(value).replacing(":", with: "\\:")):"
          switch CompletionSource(of: value) {
          case .folders: text += "_directories"
          case .files: text += "_files"
          case .ownChallenges, nil: text += words
          }
        }
        return "    " + Shell.quoted(text) + " \\"
      }
    }.joined(separator: "\n")
  }

  /// Without what `_arguments` would read as its own.
  private static func plain(_ text: String) -> String { text.filter { !"[]\\".contains($0) } }

  private static var operands: String {
    Verb.allCases.compactMap { verb in
      let words = verb.operandWords.joined(separator: " ")
      let source = CompletionSource(of: verb.operands)
      guard !words.isEmpty || source != nil else { return nil }
      let command =
        switch source {
        case .files: "_files"
        case .folders: "_directories"
        case .ownChallenges:
          "compadd -- \(words) ${(f)\"$(\(CompletionSource.listOwnChallenges))\"}"
        case nil: "compadd -- \(words)"
        }
      return "        \(verb.rawValue)) \(command) ;;"
    }.joined(separator: "\n")
  }
}
