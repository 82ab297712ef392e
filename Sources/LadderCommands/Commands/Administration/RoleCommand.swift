import Models
import Server

/// A command that makes a member an owner of the group, or an ordinary member: `ladder serve role MEMBER`.
struct RoleCommand: Command {
  static let verb = Verb(
    name: "serve role",
    operand: .init(name: "MEMBER", example: "ladder serve role Ann --owner"),
    summary: "make a member an owner or not")
  static let options: Set<Option.Name> = [.store, .group, .owner]

  let common: CommonOptions
  let group: Group.ID
  let member: String
  let isOwner: Bool

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    group = try invocation.arguments.group()
    member = invocation.operand
    isOwner = invocation.arguments.has(.owner)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let name = try tool.serverStorage(common).withSession { session in
      let member = try session.member(member, in: group)
      _ = try session.setOwner(isOwner, member: member.id)
      return member.name
    }
    let role = isOwner ? "an owner" : "a member"
    tool.output.completedChange = "the role is changed"
    try tool.output.appendLine("\(name) is \(role) of the group \(group.rawValue.quoted).")
    return 0
  }
}
