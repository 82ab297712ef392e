/// The word that chooses a command, with what the help, the man page and the completions say about it.
struct Verb {
  let name: String
  /// What follows the word, for the commands that have it.
  var operand: Operand?
  /// What the command does, in a few words.
  let summary: String

  /// The word after a verb.
  struct Operand {
    /// What the help calls it: "CHALLENGE".
    let name: String
    var isOptional = false
    /// Returns the values that exist, where they can be listed. Only completions ask, so a start reads no catalogue for it.
    var values: @Sendable () -> [String] = { [] }
    /// Whether a file's name is a value.
    var isFile = false
    /// Whether challenges that people made are values beside ``values``.
    var isChallenge = false
    /// A command line that works, for a message about a missing operand.
    let example: String

    /// The name as the help has it, in brackets if it may be left out.
    var usage: String { isOptional ? "[\(name)]" : name }
  }

  /// The verb and its operand: "play FILE".
  var usage: String { operand.map { "\(name) \($0.usage)" } ?? name }

  /// A shell command that prints the ids of the challenges that people made, for completions.
  static let listCustomChallenges = "ladder challenges 2> /dev/null | grep -o 'own-[^ ]*'"
}
