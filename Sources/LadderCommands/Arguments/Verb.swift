/// The verb of a command, with its operand and its summary for the help, the man page and the completions.
struct Verb {
  /// One word, or two if the command belongs to another one: `serve invite`.
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
    /// The placeholder for a second argument, which is required; `nil` if there is none.
    var second: String?
    /// The placeholder for further arguments; `nil` if there can be none.
    var further: String?
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
    var usage: String {
      (isOptional ? "[\(name)]" : name) + (second.map { " \($0)" } ?? "")
        + (further.map { " [\($0)...]" } ?? "")
    }
  }

  /// The words of the name.
  var words: [Substring] { name.split(separator: " ") }

  /// The second words of the commands that belong to this one.
  var subcommands: [String] {
    CommandTable.verbs.filter { $0.words.count == 2 && $0.words.first == name[...] }.map {
      String($0.words[1])
    }
  }

  /// The words that can follow the verb: its subcommands and the listed values of its operand.
  var nextWords: [String] { subcommands + (operand?.values() ?? []) }

  /// The verb and its operand: `play FILE`.
  var usage: String { operand.map { "\(name) \($0.usage)" } ?? name }

  /// A shell command that prints the IDs of custom challenges, for completions.
  static let listCustomChallenges = "ladder challenges 2> /dev/null | grep -o 'own-[^ ]*'"
}
