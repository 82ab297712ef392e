import Models

/// A command that lists all challenges with their IDs: `ladder challenges`.
struct ChallengesCommand: Command {
  static let verb = Verb(name: "challenges", summary: "list challenges with ids")
  static let options: Set<Option.Name> = [.json]

  let common: CommonOptions
  let isJSON: Bool

  init(parsing invocation: Invocation) {
    common = invocation.common
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let catalogue = try tool.catalogue(in: common.dataFolder)
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

extension Catalogue {
  /// The width of a column with the names of challenges, of which long ones are truncated.
  var nameWidth: Int { min(48, challenges.map(\.name.maxColumnWidth).max() ?? 0) }
}
