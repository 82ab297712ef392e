/// Completions for fish, made of the tables of commands and options.
enum FishCompletions {
  static var text: String {
    ([
      "# fish completion for ladder, written by \"ladder completions fish\"",
      "complete -c ladder -f",
    ]
      + verbs + operands + options).joined(separator: "\n") + "\n"
  }

  private static var verbs: [String] {
    Verb.allCases.map {
      "complete -c ladder -n __fish_use_subcommand -a \($0.rawValue) -d \(Shell.quoted($0.summary))"
    }
  }

  private static var operands: [String] {
    Verb.allCases.filter { !$0.operandWords.isEmpty }.map { verb in
      let own = verb.takesChallenge ? ["(\(Verb.listOwnChallenges))"] : []
      let words = (verb.operandWords + own).joined(separator: " ")
      return "complete -c ladder -n '__fish_seen_subcommand_from \(verb.rawValue)' "
        + "-a \(Shell.quoted(words))"
    }
      + Verb.allCases.filter(\.takesFile).map {
        "complete -c ladder -n '__fish_seen_subcommand_from \($0.rawValue)' -F"
      }
  }

  private static var options: [String] {
    Option.all.map { option in
      var line = "complete -c ladder -l \(option.name.rawValue)"
      if let letter = option.letter { line += " -s \(letter)" }
      if let verbs = option.verbs {
        let names = Verb.allCases.filter(verbs.contains).map(\.rawValue).joined(separator: " ")
        let with = names.isEmpty ? [] : ["__fish_seen_subcommand_from \(names)"]
        let alone = option.goesAlone ? ["__fish_use_subcommand"] : []
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
