import ClientsLive
import CommandLineInterface
import Models

/// A command that lists the groups that this machine has joined: `ladder groups`.
struct GroupsCommand: Command {
  static let verb = Verb(name: "groups", summary: "list the groups you joined")
  static let options: [Option] = [.json]

  let common: CommonOptions
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let accounts = try tool.accountFile(common).load()
    let stores = accounts.isEmpty ? nil : try tool.existingDatabase(common)
    let rows = try accounts.map { try Row($0, stores?.publications) }
    if isJSON {
      var writer = JSONArrayWriter(tool.output)
      for row in rows { try writer.append(row.json) }
      try writer.end()
    } else {
      try Self.writeTable(rows, to: tool.output)
    }
    return 0
  }

  private static func writeTable(_ rows: [Row], to output: Output) throws {
    guard !rows.isEmpty else {
      return try output.appendLine(
        "You have not joined a group. Ask its owner for a link, and run \"ladder join\".")
    }
    let idWidth = max("ID".count, rows.map(\.account.id.rawValue.maxColumnWidth).max() ?? 0)
    try output.appendLine("\("ID".padded(to: idWidth))  GROUP, MEMBER, SERVER")
    for row in rows {
      let account = row.account
      let id = account.id.rawValue.padded(to: idWidth)
      try output.appendLine(
        "\(id)  \(account.groupName), \(account.member), \(account.server.text)")
      try output.appendLine("\("".padded(to: idWidth))  \(row.state)")
    }
  }

  /// A group with what is published in it.
  private struct Row {
    let account: StoredAccount
    let challenges: [(id: Challenge.ID, publication: Publication)]

    init(_ account: StoredAccount, _ store: PublicationStore?) throws {
      self.account = account
      challenges =
        try store.map { store in
          try store.challenges(in: account.id).map { id in
            (id, try store.publication(of: id, by: account.person, in: account.id))
          }
        } ?? []
    }

    /// The published challenges, with the number of workouts that wait.
    var state: String {
      guard !challenges.isEmpty else { return "nothing published" }
      let names = challenges.map { id, publication in
        publication.waitingCount == 0
          ? id.rawValue : "\(id.rawValue) (\(publication.waitingCount) waiting)"
      }
      return "published: \(names.joined(separator: ", "))"
    }

    var json: JSONText {
      .object([
        ("id", .string(account.id.rawValue)), ("name", .string(account.groupName)),
        ("member", .string(account.member)), ("person", .string(account.person.text)),
        ("server", .string(account.server.text)),
        (
          "published",
          .array(
            challenges.map { id, publication in
              .object([
                ("challenge", .string(id.rawValue)),
                ("waiting", .number(Int64(publication.waitingCount))),
                ("refusal", publication.refusal.map { .string($0.reason) } ?? .null),
              ])
            })
        ),
      ])
    }
  }
}
