import Models
import Server

/// A command that lists the members of a group: `ladder serve members`.
struct MembersCommand: Command {
  static let verb = Verb(name: "serve members", summary: "list the members of a group")
  static let options: Set<Option.Name> = [.store, .group, .json]

  let common: CommonOptions
  let group: Group.ID
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    group = try invocation.arguments.group()
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let members = try tool.serverStorage(common).withSession {
      try $0.existingMembers(of: group)
    }
    if isJSON {
      var writer = JSONArrayWriter(tool.output)
      for member in members {
        try writer.append(
          .object([
            ("id", .number(member.id)), ("name", .string(member.name)),
            ("is_owner", .bool(member.isOwner)),
          ]))
      }
      try writer.end()
    } else {
      try tool.output.appendLine("MEMBER  ROLE    NAME")
      for member in members {
        let role = member.isOwner ? "owner" : "member"
        try tool.output.appendLine(
          "\(String(member.id).rightAligned(to: 6))  \(role.padded(to: 6))  \(member.name)")
      }
    }
    return 0
  }
}
