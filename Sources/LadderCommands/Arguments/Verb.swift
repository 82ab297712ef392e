/// The verb of a command, with its operand and its summary for the help, the man page and the completions.
struct Verb {
  let name: String
  /// The operand; `nil` if the command has none.
  var operand: Operand?
  /// The purpose of the command in a few words.
  let summary: String

  /// The argument after a verb.
  struct Operand {
    /// The placeholder in the help: `CHALLENGE`.
    let name: String
    var isOptional = false
    /// Returns the valid values, if they can be listed. Only completions call it, so other commands don't read the
    /// catalogue.
    var values: @Sendable () -> [String] = { [] }
    /// Whether the operand can be the path of a file.
    var isFile = false
    /// Whether custom challenges are valid in addition to ``values``.
    var isChallenge = false
    /// A valid command line, for the error message about a missing operand.
    let example: String

    /// The placeholder, in brackets if the operand is optional.
    var usage: String { isOptional ? "[\(name)]" : name }
  }

  /// The verb and its operand: `play FILE`.
  var usage: String { operand.map { "\(name) \($0.usage)" } ?? name }

  /// A shell command that prints the IDs of custom challenges, for completions.
  static let listCustomChallenges = "ladder challenges 2> /dev/null | grep -o 'own-[^ ]*'"
}
