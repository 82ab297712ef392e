import CommandLineInterface
import Models

extension Command {
  /// Lists all challenges with their IDs: `ladder challenges`.
  static let challenges = Command(
    "challenges", summary: "list challenges with ids", options: [.json],
    run: { invocation in
      let catalogue = try invocation.catalogue()
      let idWidth = catalogue.challenges.map(\.id.description.maxColumnWidth).max() ?? 0
      let nameWidth = catalogue.nameWidth
      var list = ListWriter(invocation.output, isJSON: invocation.has(.json))
      for (index, section) in catalogue.sections.enumerated() {
        var heading = (index == 0 ? [] : [""]) + [section.kind.title]
        for challenge in section.challenges {
          let id = challenge.id.description.padded(to: idWidth)
          let name = challenge.name.truncated(toWidth: nameWidth).padded(to: nameWidth)
          try list.append(
            json: challenge.json,
            lines: heading + ["  \(id)  \(name)  \(challenge.scoringTitle)"])
          heading = []
        }
      }
      try list.end(whenEmpty: "")
    })
}

extension Challenge {
  fileprivate var json: JSONText {
    var members: [(String, JSONText)] = [
      ("id", .string(id.rawValue)), ("name", .string(name)), ("kind", .string(kind.rawValue)),
    ]
    switch scoring {
    case .reps:
      members += [("scored_by", .string("reps"))]
      if let timeLimit { members += [("limit_ms", .number(timeLimit.wholeMilliseconds))] }
    case .time(let goal):
      members += [("scored_by", .string("time")), ("goal_reps", .number(Int64(goal)))]
    case .hold:
      members += [("scored_by", .string("hold"))]
    }
    members += [
      ("summary", .string(summary)), ("how", .array(instructions.map { .string($0) })),
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
    let catalogue = try catalogue()
    if let challenge = catalogue.challenges.first(where: { $0.id == id }) { return challenge }
    if allowsDeleted, let challenge = catalogue[id] { return challenge }
    let key = operand.nameKey
    if let challenge = catalogue.challenges.first(where: { $0.name.nameKey == key }) {
      return challenge
    }
    let known = catalogue.challenges.map(\.id.rawValue) + catalogue.challenges.map(\.name)
    throw UsageError(
      "there is no challenge \(operand.quoted)", meant: known.closest(to: operand),
      otherwise: Self.listHint)
  }

  fileprivate static let listHint = "\"ladder challenges\" lists them"
}

extension Operand {
  /// An operand that is the ID or the name of a challenge.
  ///
  /// - Parameter further: The placeholder for further arguments, if there can be any.
  static func challenge(example: String, further: String? = nil) -> Self {
    Self(
      "CHALLENGE", further: further,
      values: { _ in Catalogue.standard.challenges.map(\.id.rawValue) },
      valuesCommand: "ladder challenges 2> /dev/null | grep -o 'own-[^ ]*'",
      hint: Invocation.listHint, example: example)
  }
}

extension Catalogue {
  /// The width of a column with the names of challenges, of which long ones are truncated.
  var nameWidth: Int { min(48, challenges.map(\.name.maxColumnWidth).max() ?? 0) }
}
