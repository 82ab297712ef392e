/// A completion script for bash, generated from the tables of commands and options.
enum BashCompletions {
  static var text: String {
    """
    # bash completion for ladder, written by "ladder completions bash"
    _ladder() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb= words= i
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          \(verbs.joined(separator: "|"))) verb=${COMP_WORDS[i]}; break ;;
        esac
      done
      case $prev in
    \(values)
      esac
      case $verb in
    \(branches)
      esac
      case $verb in \(challengeVerbs)) words+=" $(\(Verb.listCustomChallenges))" ;; esac
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
      case $verb in \(fileVerbs)) COMPREPLY+=($(compgen -f -- "$cur")) ;; esac
    }
    complete -F _ladder ladder

    """
  }

  /// The verbs whose operand is a challenge, which may be a custom one.
  private static var challengeVerbs: String {
    CommandTable.verbs.filter { $0.operand?.isChallenge == true }.map(\.name).joined(separator: "|")
  }

  /// The verbs whose operand can be a file.
  private static var fileVerbs: String {
    CommandTable.verbs.filter { $0.operand?.isFile == true }.map(\.name).joined(separator: "|")
  }

  private static var verbs: [String] { CommandTable.firstWords }

  /// The cases that complete the values of options.
  private static var values: String {
    Option.all.filter { $0.value != nil }.map { option in
      let words =
        switch option.path {
        case .folder: "compgen -d -- \"$cur\""
        case .file: "compgen -f -- \"$cur\""
        case nil: "compgen -W \"\(option.values.joined(separator: " "))\" -- \"$cur\""
        }
      return "    \(option.spelling)) COMPREPLY=($(\(words))); return ;;"
    }.joined(separator: "\n")
  }

  private static var branches: String {
    ([AppCommand.verb] + CommandTable.mainVerbs).map { verb in
      let isApp = verb.name.isEmpty
      let options = Option.all.filter { option in
        option.isCommon || (isApp && option.isAvailable(for: AppCommand.self))
          || option.verbs.contains { $0.words.first == verb.name[...] }
      }
      let words = (isApp ? verbs : verb.nextWords) + options.flatMap(\.spellings)
      return "    \(isApp ? "''" : verb.name)) words=\"\(words.joined(separator: " "))\" ;;"
    }.joined(separator: "\n")
  }
}
