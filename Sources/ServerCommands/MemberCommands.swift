import CommandLineInterface
import FoundationEssentials
import Models
import Server

extension Command {
  /// Prints a link with which a member joins a group: `ladder-server invite NAME`.
  static let invite = Command(
    "invite", operand: Operand("NAME", example: "Ann"), summary: "print a link for a new member",
    options: [.group, .owner, .qr],
    parse: { invocation in
      guard let member = PersonName(invocation.operand) else {
        throw UsageError(
          "\"invite\" needs a name with letters in it, as in \"ladder-server invite Ann\"")
      }
      let group = try invocation.group()
      return {
        try invocation.printLink { session in
          try session.makeGroup(group, invocation.tool)
          return try session.invite(
            member, to: group, isOwner: invocation.has(.owner), now: invocation.tool.now())
        }
      }
    })

  /// Prints a link to a group's leaderboards in a browser: `ladder-server wall`.
  static let wall = Command(
    "wall", summary: "print a link to a wall page", options: [.group, .qr],
    parse: { invocation in
      let group = try invocation.group()
      return {
        try invocation.printLink { session in
          guard try session.group(group) != nil else { throw UsageError(unknown: group) }
          return try session.makeWallLink(for: group)
        }
      }
    })

  /// Lists the members of a group: `ladder-server members`.
  static let members = Command(
    "members", summary: "list the members of a group", options: [.group, .json],
    parse: { invocation in
      let group = try invocation.group()
      return {
        let header = "MEMBER  ROLE    NAME"
        var list = ListWriter(invocation.output, isJSON: invocation.has(.json), header: header)
        for member in try invocation.storage().withSession({ try $0.existingMembers(of: group) }) {
          let role = member.isOwner ? "owner" : "member"
          try list.append(
            json: .object([
              ("id", .number(member.id)), ("name", .string(member.name)),
              ("is_owner", .bool(member.isOwner)),
            ]),
            lines: [
              "\(String(member.id).rightAligned(to: 6))  \(role.padded(to: 6))  \(member.name)"
            ])
        }
        try list.end(whenEmpty: header)
      }
    })

  /// Lists the devices of a group's members: `ladder-server devices`.
  static let devices = Command(
    "devices", summary: "list the devices of members", options: [.group, .json],
    parse: { invocation in
      let group = try invocation.group()
      return {
        let header = "DEVICE  NAME                      MEMBER"
        var list = ListWriter(invocation.output, isJSON: invocation.has(.json), header: header)
        try invocation.storage().withSession { session in
          for member in try session.existingMembers(of: group) {
            for device in try session.devices(of: member.id) {
              let name = PersonName.truncated(device.name).padded(to: PersonName.maxDisplayWidth)
              try list.append(
                json: .object([
                  ("id", .number(device.id)), ("name", .string(device.name)),
                  ("member_id", .number(member.id)), ("member", .string(member.name)),
                ]),
                lines: ["\(String(device.id).rightAligned(to: 6))  \(name)  \(member.name)"])
            }
          }
        }
        try list.end(whenEmpty: header)
      }
    })

  /// Makes a member an owner of the group, or an ordinary member: `ladder-server role MEMBER`.
  static let role = Command(
    "role", operand: Operand("MEMBER", example: "Ann --owner"),
    summary: "make a member an owner or not", options: [.group, .owner],
    parse: { invocation in
      let group = try invocation.group()
      return {
        let isOwner = invocation.has(.owner)
        let name = try invocation.storage().withSession { session in
          let member = try session.member(invocation.operand, in: group)
          _ = try session.setOwner(isOwner, member: member.id)
          return member.name
        }
        invocation.output.completedChange = "the role is changed"
        try invocation.output.appendLine(
          "\(name) is \(isOwner ? "an owner" : "a member") of the group \(group.rawValue.quoted).")
      }
    })

  /// Ends the access of a device: `ladder-server revoke DEVICE`.
  static let revoke = Command(
    "revoke", operand: Operand("DEVICE", example: "7"), summary: "end the access of a device",
    parse: { invocation in
      guard let device = Int64(invocation.operand) else {
        throw UsageError(
          "\"revoke\" needs a number from \"ladder-server devices\", as in "
            + "\"ladder-server revoke 7\"")
      }
      return {
        let member = try invocation.storage().withSession { session in
          guard
            let found = try session.device(device),
            try session.removeDevice(device, of: found.member)
          else {
            throw UsageError("there is no device \(device); \"ladder-server devices\" lists them")
          }
          return found.memberName
        }
        invocation.output.completedChange = "the device has no access any more"
        try invocation.output.appendLine("Device \(device) of \(member) has no access anymore.")
      }
    })

  /// Removes a member with all their data: `ladder-server remove MEMBER`.
  static let remove = Command(
    "remove", operand: Operand("MEMBER", example: "Ann"), summary: "remove a member and results",
    options: [.group],
    parse: { invocation in
      let group = try invocation.group()
      return {
        let name = try invocation.storage().withSession { session in
          let member = try session.member(invocation.operand, in: group)
          try session.removeMember(member.id)
          return member.name
        }
        invocation.output.completedChange = "the member is removed"
        try invocation.output.appendLine(
          "Removed \(name) with all devices, results and journal entries on this server.")
      }
    })
}
