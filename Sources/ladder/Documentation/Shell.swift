/// A shell that completes command lines.
enum Shell: String, Hashable, CaseIterable {
  case bash, zsh, fish

  /// What the shell reads to complete Ladder's.
  var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }

  /// A text as one word of a shell, in single quotes.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

/// What a value or an operand is completed with, beside words that are known when the completions are written.
enum CompletionSource {
  case files, folders
  /// The challenges that people made, asked for when somebody completes.
  case ownChallenges

  /// The lines of a shell that print the ids of challenges that people made.
  static let listOwnChallenges = "ladder challenges 2> /dev/null | grep -o 'own-[^ ]*'"

  /// - Parameter name: What the help text calls the value.
  init?(of name: String?) {
    switch name {
    case "FILE": self = .files
    case "DIR": self = .folders
    case "CHALLENGE": self = .ownChallenges
    default: return nil
    }
  }
}

extension Option {
  /// Everything that may be written for it.
  var spellings: [String] { [spelling] + (letter.map { ["-\($0)"] } ?? []) }

  /// Whether it may stand behind `verb`, nil being no command at all.
  func belongs(to verb: Verb?) -> Bool {
    guard let verbs else { return true }
    return verb.map(verbs.contains) ?? false
  }
}
