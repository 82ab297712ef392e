import ClientsLive
import FoundationEssentials
import Models

/// A parsed command line with its command.
struct Invocation {
  let arguments: ParsedArguments
  let type: any Command.Type
  /// The argument after the verb; empty if there is none.
  let operand: String
  /// The arguments after the operand.
  let furtherOperands: [String]
  let common: CommonOptions
  /// Returns the built-in challenges and those of a data folder.
  private let catalogue: (DataFolder?) throws -> Catalogue
  /// The wall clock.
  let now: () -> Date

  /// Determines the command of a command line without `--help` and `--version`.
  ///
  /// - Parameters:
  ///   - catalogue: Returns the built-in challenges and those of a data folder. It is called only for challenges that
  ///     aren't built in.
  ///   - now: The wall clock.
  /// - Throws: ``UsageError``.
  init(
    _ arguments: ParsedArguments,
    catalogue: @escaping (DataFolder?) throws -> Catalogue = { _ in .standard },
    now: @escaping () -> Date = { Date() }
  ) throws {
    self.arguments = arguments
    type = try arguments.command()
    try arguments.rejectOptions(notSupportedBy: type)
    operand = try arguments.operand(of: type.verb)
    furtherOperands = Array(arguments.positionalArguments.dropFirst(type.verb.words.count + 1))
    common = try CommonOptions(arguments)
    self.catalogue = catalogue
    self.now = now
  }

  /// Creates the command.
  ///
  /// - Throws: ``UsageError``.
  func command() throws -> any Command { try type.init(parsing: self) }

  /// Returns the challenge whose ID or name is the operand.
  ///
  /// - Parameter allowsDeleted: Whether to include deleted challenges.
  /// - Throws: ``UsageError`` if there is none.
  func challenge(allowsDeleted: Bool = true) throws -> Challenge {
    let id = Challenge.ID(rawValue: operand)
    if let challenge = Catalogue.standard[id] { return challenge }
    let catalogue = try catalogue(common.dataFolder)
    if let challenge = catalogue.challenges.first(where: { $0.id == id }) { return challenge }
    if allowsDeleted, let challenge = catalogue[id] { return challenge }
    let key = operand.nameKey
    if let challenge = catalogue.challenges.first(where: { $0.name.nameKey == key }) {
      return challenge
    }
    let known = catalogue.challenges.map(\.id.rawValue) + catalogue.challenges.map(\.name)
    let hint =
      known.closest(to: operand).map { "did you mean \"\($0)\"?" }
      ?? "\"ladder challenges\" lists them"
    throw UsageError("there is no challenge \(operand.quoted); \(hint)")
  }
}

extension Verb.Operand {
  /// An operand that is the ID or the name of a challenge.
  ///
  /// - Parameter further: The placeholder for further arguments, if there can be any.
  static func challenge(example: String, further: String? = nil) -> Self {
    Self(
      name: "CHALLENGE", further: further,
      values: { Catalogue.standard.challenges.map(\.id.rawValue) },
      isChallenge: true, example: example)
  }
}

extension Verb {
  /// The number of arguments after the verb, without further ones.
  fileprivate var maxOperandCount: Int { operand.map { $0.second == nil ? 1 : 2 } ?? 0 }
}

extension ParsedArguments {
  /// Returns the command whose verb is the first argument; the app without one.
  fileprivate func command() throws -> any Command.Type {
    positionalArguments.isEmpty
      ? AppCommand.self : try CommandTable.command(named: positionalArguments)
  }

  /// Returns the argument after the verb; empty if it is optional and missing.
  fileprivate func operand(of verb: Verb) throws -> String {
    let operands = positionalArguments.dropFirst(verb.words.count)
    if verb.operand?.further == nil,
      let extra = operands.dropFirst(verb.maxOperandCount).first
    {
      throw UsageError(
        "\"\(verb.name)\" takes no \(extra.quoted); leave it out, or see \"ladder --help\"")
    }
    guard let expected = verb.operand else { return "" }
    if let operand = operands.first {
      guard expected.second == nil || operands.count > 1 else {
        throw UsageError("\"\(verb.name)\" needs two names, as in \"\(expected.example)\"")
      }
      return operand
    }
    if expected.isOptional { return "" }
    let article = expected.name.hasPrefix("I") ? "an" : "a"
    throw UsageError(
      "\"\(verb.name)\" needs \(article) \(expected.name.lowercased()), as in "
        + "\"\(expected.example)\""
        + (expected.isChallenge ? "; \"ladder challenges\" lists them" : ""))
  }

  fileprivate func rejectOptions(notSupportedBy type: any Command.Type) throws {
    for option in Option.all where has(option.name) && !option.isAvailable(for: type) {
      let alone = "\"ladder\" alone"
      let owners =
        (option.isAvailable(for: AppCommand.self) ? [alone] : [])
        + option.verbs.map { "\"\($0.name)\"" }
      let verb = type == AppCommand.self ? alone : "\"\(type.verb.name)\""
      throw UsageError(
        "\(option.spelling) goes with \(owners.joined(separator: ", ")), not with \(verb)")
    }
  }
}
