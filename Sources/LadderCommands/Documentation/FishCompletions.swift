/// A completion script for fish, generated from the tables of commands and options.
enum FishCompletions {
  static var text: String {
    ([
      "# fish completion for ladder, written by \"ladder completions fish\"",
      "complete -c ladder -f",
    ]
      + verbs + operands + options).joined(separator: "\n") + "\n"
  }

  private static var verbs: [String] {
    CommandTable.mainVerbs.map {
      "complete -c ladder -n __fish_use_subcommand -a \($0.name) -d \(Shell.quoted($0.summary))"
    }
  }

  private static var operands: [String] {
    CommandTable.mainVerbs.compactMap { verb in
      guard !verb.nextWords.isEmpty else { return nil }
      let customChallenges =
        verb.operand?.isChallenge == true ? ["(\(Verb.listCustomChallenges))"] : []
      let words = (verb.nextWords + customChallenges).joined(separator: " ")
      return "complete -c ladder -n '__fish_seen_subcommand_from \(verb.name)' "
        + "-a \(Shell.quoted(words))"
    }
      + CommandTable.verbs.filter { $0.operand?.isFile == true }.map {
        "complete -c ladder -n '__fish_seen_subcommand_from \($0.name)' -F"
      }
  }

  private static var options: [String] {
    Option.all.map { option in
      var line = "complete -c ladder -l \(option.name.rawValue)"
      if let letter = option.letter { line += " -s \(letter)" }
      if !option.isCommon {
        // A subcommand is recognized by its second word.
        let names = option.verbs.compactMap { $0.words.last.map(String.init) }
          .joined(separator: " ")
        let with = names.isEmpty ? [] : ["__fish_seen_subcommand_from \(names)"]
        let alone = option.isAvailable(for: AppCommand.self) ? ["__fish_use_subcommand"] : []
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
