import CommandLineInterface
import Models

/// A command that lists all challenges with their IDs: `ladder challenges`.
struct ChallengesCommand: Command {
  static let verb = Verb(name: "challenges", summary: "list challenges with ids")
  static let options: [Option] = [.json]

  let common: CommonOptions
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let catalogue = try tool.catalogue(common)
    if isJSON {
      var writer = JSONArrayWriter(tool.output)
      for challenge in catalogue.challenges { try writer.append(Self.json(challenge)) }
      try writer.end()
    } else {
      try Self.table(of: catalogue, tool.output)
    }
    return 0
  }

  private static func table(of catalogue: Catalogue, _ output: Output) throws {
    let idWidth = catalogue.challenges.map(\.id.description.maxColumnWidth).max() ?? 0
    let nameWidth = catalogue.nameWidth
    for (index, section) in catalogue.sections.enumerated() {
      if index > 0 { try output.appendLine("") }
      try output.appendLine(section.kind.title)
      for challenge in section.challenges {
        let id = challenge.id.description.padded(to: idWidth)
        let name = challenge.name.truncated(toWidth: nameWidth).padded(to: nameWidth)
        try output.appendLine("  \(id)  \(name)  \(challenge.scoringTitle)")
      }
    }
  }

  private static func json(_ challenge: Challenge) -> JSONText {
    var members: [(String, JSONText)] = [
      ("id", .string(challenge.id.rawValue)),
      ("name", .string(challenge.name)),
      ("kind", .string(challenge.kind.rawValue)),
    ]
    switch challenge.scoring {
    case .reps:
      members += [("scored_by", .string("reps"))]
      if let limit = challenge.timeLimit {
        members += [("limit_ms", .number(limit.wholeMilliseconds))]
      }
    case .time(let goal):
      members += [("scored_by", .string("time")), ("goal_reps", .number(Int64(goal)))]
    case .hold:
      members += [("scored_by", .string("hold"))]
    }
    members += [
      ("summary", .string(challenge.summary)),
      ("how", .array(challenge.instructions.map { .string($0) })),
    ]
    return .object(members)
  }
}

extension Invocation {
  /// Returns the challenge whose ID or name is the operand.
  ///
  /// - Parameter allowsDeleted: Whether to include deleted challenges.
  /// - Throws: ``UsageError`` if there is none.
  func challenge(allowsDeleted: Bool = true) throws -> Challenge {
    let id = Challenge.ID(rawValue: operand)
    if let challenge = Catalogue.standard[id] { return challenge }
    let catalogue = try tool.catalogue(common)
    if let challenge = catalogue.challenges.first(where: { $0.id == id }) { return challenge }
    if allowsDeleted, let challenge = catalogue[id] { return challenge }
    let key = operand.nameKey
    if let challenge = catalogue.challenges.first(where: { $0.name.nameKey == key }) {
      return challenge
    }
    let known = catalogue.challenges.map(\.id.rawValue) + catalogue.challenges.map(\.name)
    let hint = known.closest(to: operand).map { "did you mean \"\($0)\"?" } ?? Self.listHint
    throw UsageError("there is no challenge \(operand.quoted); \(hint)")
  }

  fileprivate static let listHint = "\"ladder challenges\" lists them"
}

extension Verb.Operand {
  /// An operand that is the ID or the name of a challenge.
  ///
  /// - Parameter further: The placeholder for further arguments, if there can be any.
  static func challenge(example: String, further: String? = nil) -> Self {
    Self(
      name: "CHALLENGE", further: further,
      values: { _ in Catalogue.standard.challenges.map(\.id.rawValue) },
      valuesCommand: "ladder challenges 2> /dev/null | grep -o 'own-[^ ]*'",
      hint: Invocation.listHint, example: example)
  }
}

extension Catalogue {
  /// The width of a column with the names of challenges, of which long ones are truncated.
  var nameWidth: Int { min(48, challenges.map(\.name.maxColumnWidth).max() ?? 0) }
}
