import Models
import Server

/// A command that removes a member with all their data: `ladder serve remove MEMBER`.
struct RemoveCommand: Command {
  static let verb = Verb(
    name: "serve remove",
    operand: .init(name: "MEMBER", example: "ladder serve remove Ann"),
    summary: "remove a member and results")
  static let options: Set<Option.Name> = [.store, .group]

  let common: CommonOptions
  let group: Group.ID
  let member: String

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    group = try invocation.arguments.group()
    member = invocation.operand
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let name = try tool.serverStorage(common).withSession { session in
      let member = try session.member(member, in: group)
      try session.removeMember(member.id)
      return member.name
    }
    tool.output.completedChange = "the member is removed"
    try tool.output.appendLine(
      "Removed \(name) with all devices, results and journal entries on this server.")
    return 0
  }
}
