import ClientsLive
import Models
import Server
import Sodium

/// A command that prints a link to a group's leaderboards in a browser: `ladder serve wall`.
struct WallCommand: Command {
  static let verb = Verb(
    name: "serve wall", summary: "print a link to a wall page")
  static let options: Set<Option.Name> = [.group]

  let common: CommonOptions
  let group: Group.ID

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    group = try invocation.arguments.group()
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    if let failure = Sodium.failure { throw HTTPServerError(failure) }
    let link = try tool.serverStorage(common).withSession { session in
      guard try session.group(group) != nil else { throw UsageError(unknown: group) }
      return try session.makeWallLink(for: group)
    }
    guard let link else { throw UsageError.unknownServerAddress }
    try tool.output.appendLine(link)
    return 0
  }
}
