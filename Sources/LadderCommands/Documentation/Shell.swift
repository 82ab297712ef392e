/// A shell with support for completions.
enum Shell: String, Hashable, CaseIterable {
  case bash, zsh, fish

  /// The completion script for the shell.
  var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }

  /// Returns a text as one word for a shell, in single quotes.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
