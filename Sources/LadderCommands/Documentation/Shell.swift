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
