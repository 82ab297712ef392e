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

extension Verb {
  /// Whether a challenge stands behind it, one that people made perhaps.
  var takesChallenge: Bool { operands == "CHALLENGE" }

  /// What has a shell print the ids of the challenges that people made, when somebody completes.
  static let listOwnChallenges = "ladder challenges 2> /dev/null | grep -o 'own-[^ ]*'"
}

extension Option {
  /// Everything that may be written for it.
  var spellings: [String] { [spelling] + (letter.map { ["-\($0)"] } ?? []) }

  /// Whether it may stand behind `verb`, nil being no command at all.
  func belongs(to verb: Verb?) -> Bool {
    guard let verbs else { return true }
    return verb.map(verbs.contains) ?? goesAlone
  }
}
