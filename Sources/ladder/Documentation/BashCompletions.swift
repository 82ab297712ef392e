/// Completions for bash, made of the tables of commands and options.
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
      case $verb in \(challengeVerbs)) words+=" $(\(Verb.listOwnChallenges))" ;; esac
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
      case $verb in \(fileVerbs)) COMPREPLY+=($(compgen -f -- "$cur")) ;; esac
    }
    complete -F _ladder ladder

    """
  }

  /// What takes a challenge, and so also one that people made.
  private static var challengeVerbs: String {
    Verb.allCases.filter(\.takesChallenge).map(\.rawValue).joined(separator: "|")
  }

  /// What takes a file.
  private static var fileVerbs: String {
    Verb.allCases.filter(\.takesFile).map(\.rawValue).joined(separator: "|")
  }

  private static var verbs: [String] { Verb.allCases.map(\.rawValue) }

  /// What follows an option that takes a value.
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
    ([nil] + Verb.allCases.map(Optional.some)).map { verb in
      let options = Option.all.filter { $0.belongs(to: verb) }.flatMap(\.spellings)
      let words = (verb?.operandWords ?? verbs) + options
      return "    \(verb?.rawValue ?? "''")) words=\"\(words.joined(separator: " "))\" ;;"
    }.joined(separator: "\n")
  }
}
