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
    Verb.allCases.compactMap { verb in
      var words = verb.operandWords.joined(separator: " ")
      let source = CompletionSource(of: verb.operands)
      if source == .ownChallenges { words += " (\(CompletionSource.listOwnChallenges))" }
      guard !words.isEmpty || source == .files else { return nil }
      return "complete -c ladder -n '__fish_seen_subcommand_from \(verb.rawValue)' "
        + (words.isEmpty ? "-F" : "-a \(Shell.quoted(words))")
    }
  }

  private static var options: [String] {
    Option.all.map { option in
      var line = "complete -c ladder -l \(option.name.rawValue)"
      if let letter = option.letter { line += " -s \(letter)" }
      if let verbs = option.verbs {
        let names = Verb.allCases.filter(verbs.contains).map(\.rawValue).joined(separator: " ")
        line += " -n '__fish_seen_subcommand_from \(names)'"
      }
      if option.value != nil {
        switch CompletionSource(of: option.value) {
        case .folders: line += " -r -a '(__fish_complete_directories)'"
        case .files: line += " -r -F"
        case .ownChallenges, nil: line += " -x"
        }
      }
      if !option.values.isEmpty {
        line += " -a \(Shell.quoted(option.values.joined(separator: " ")))"
      }
      return line + " -d \(Shell.quoted(option.summary))"
    }
  }
}
