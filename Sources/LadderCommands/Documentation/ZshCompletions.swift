/// A completion script for zsh, generated from the tables of commands and options.
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
    CommandTable.mainVerbs.map { "    " + Shell.quoted("\($0.name):\($0.summary)") }
      .joined(separator: "\n")
  }

  private static var options: String {
    Option.all.flatMap { option in
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
  private static func plain(_ text: String) -> String { text.filter { !"[]\\".contains($0) } }

  private static var operands: String {
    CommandTable.mainVerbs.compactMap { verb in
      let isFile = verb.operand?.isFile == true
      guard !verb.nextWords.isEmpty || isFile else { return nil }
      let customChallenges =
        verb.operand?.isChallenge == true ? ["${(f)\"$(\(Verb.listCustomChallenges))\"}"] : []
      let words = (verb.nextWords + customChallenges).joined(separator: " ")
      let parts = (words.isEmpty ? [] : ["compadd -- \(words)"]) + (isFile ? ["_files"] : [])
      return "        \(verb.name)) \(parts.joined(separator: "; ")) ;;"
    }.joined(separator: "\n")
  }
}
