/// Completions for bash, made of the tables of commands and options.
enum BashCompletions {
  static var text: String {
    """
    # bash completion for ladder, written by "ladder completions bash"
    _ladder() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb= words= more= i
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
      COMPREPLY=($(compgen -W "$words" -- "$cur") $more)
    }
    complete -F _ladder ladder

    """
  }

  private static var verbs: [String] { Verb.allCases.map(\.rawValue) }

  /// What follows an option that takes a value.
  private static var values: String {
    Option.all.filter { $0.value != nil }.map { option in
      let words =
        switch CompletionSource(of: option.value) {
        case .folders: "compgen -d -- \"$cur\""
        case .files: "compgen -f -- \"$cur\""
        case .ownChallenges, nil:
          "compgen -W \"\(option.values.joined(separator: " "))\" -- \"$cur\""
        }
      return "    \(option.spelling)) COMPREPLY=($(\(words))); return ;;"
    }.joined(separator: "\n")
  }

  /// What is to be looked up when somebody completes.
  private static func more(_ verb: Verb?) -> String {
    switch CompletionSource(of: verb?.operands) {
    case .files: "; more=$(compgen -f -- \"$cur\")"
    case .folders: "; more=$(compgen -d -- \"$cur\")"
    case .ownChallenges:
      "; more=$(compgen -W \"$(\(CompletionSource.listOwnChallenges))\" -- \"$cur\")"
    case nil: ""
    }
  }

  private static var branches: String {
    ([nil] + Verb.allCases.map(Optional.some)).map { verb in
      let options = Option.all.filter { $0.belongs(to: verb) }.flatMap(\.spellings)
      let words = (verb?.operandWords ?? verbs) + options
      return "    \(verb?.rawValue ?? "''")) words=\"\(words.joined(separator: " "))\""
        + "\(more(verb)) ;;"
    }.joined(separator: "\n")
  }
}
