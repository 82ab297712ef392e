import Models
import Server

/// A command that lists the devices of a group's members: `ladder serve devices`.
struct DevicesCommand: Command {
  static let verb = Verb(name: "serve devices", summary: "list the devices of members")
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
    try tool.serverStorage(common).withSession { session in
      let members = try session.existingMembers(of: group)
      var writer = JSONArrayWriter(tool.output)
      if !isJSON { try tool.output.appendLine("DEVICE  NAME                      MEMBER") }
      for member in members {
        for device in try session.devices(of: member.id) {
          if isJSON {
            try writer.append(
              .object([
                ("id", .number(device.id)), ("name", .string(device.name)),
                ("member_id", .number(member.id)), ("member", .string(member.name)),
              ]))
          } else {
            let number = String(device.id).rightAligned(to: 6)
            let name = PersonName.truncated(device.name).padded(to: PersonName.maxDisplayWidth)
            try tool.output.appendLine("\(number)  \(name)  \(member.name)")
          }
        }
      }
      if isJSON { try writer.end() }
    }
    return 0
  }
}
