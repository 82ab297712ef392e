import CommandLineInterface
import FoundationEssentials
import Models
import Server

extension Command {
  /// Prints a link for joining a group: `ladder-server invite NAME`.
  static let invite = Command(
    "invite", operand: Operand("NAME", isOptional: true, example: "Ann"),
    summary: "print a link for a new member", options: [.group, .owner, .deviceOf, .qr],
    parse: { invocation in
      let (group, known) = (try invocation.group(), invocation.arguments[.deviceOf])
      let name = PersonName(invocation.operand)
      guard known != nil || name != nil else {
        throw UsageError(
          "\"invite\" needs a name that contains letters, as in \"ladder-server invite Ann\"")
      }
      guard known == nil || invocation.operand.isEmpty && !invocation.has(.owner) else {
        throw UsageError("--device-of cannot be combined with a name or --owner")
      }
      return {
        try invocation.printLink { session in
          _ = try session.existingGroup(group)
          let member = try known.map { try session.member($0, in: group) }
          guard let name = name ?? member.flatMap({ PersonName($0.name) }) else { return "" }
          return try session.invite {
            Invitation(
              secret: $0, group: group, member: name, memberID: member?.id,
              isOwner: invocation.has(.owner), now: invocation.tool.now())
          }
        }
      }
    })

  /// Prints a link to a group's leaderboards in a browser: `ladder-server wall`.
  static let wall = Command(
    "wall", summary: "print a link to leaderboards", options: [.group, .qr],
    parse: { invocation in
      let group = try invocation.group()
      return {
        try invocation.printLink { session in
          try session.makeWallLink(for: session.existingGroup(group).id)
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
    summary: "change the role of a member", options: [.group, .owner],
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
    "revoke", operand: Operand("DEVICE", example: "7"), summary: "revoke a device's access",
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
        invocation.output.completedChange = "the device no longer has access"
        try invocation.output.appendLine("Device \(device) of \(member) no longer has access.")
      }
    })

  /// Removes a member with all their data, or restores one: `ladder-server remove MEMBER`.
  static let remove = Command(
    "remove", operand: Operand("MEMBER", example: "Ann"),
    summary: "remove or restore a member",
    options: [.group, .undo, .yes],
    parse: { invocation in
      let group = try invocation.group()
      return {
        let storage = try invocation.storage()
        if invocation.has(.undo) {
          let removed = try storage.withSession { session in
            let removed = try session.removedMember(invocation.operand, in: group)
            _ = try session.restoreMember(removed.member, in: group)
            return removed
          }
          invocation.output.completedChange = "the member is restored"
          return try invocation.output.appendLine("\(removed.name) is a member again.")
        }
        let contents = try storage.withSession { session in
          let member = try session.member(invocation.operand, in: group)
          return try session.contents(of: member.id, in: group)
        }
        guard let contents else { return }
        try invocation.confirmation.ask("Remove \(contents.text)?")
        try storage.withSession {
          try $0.removeMember(contents.member.id, now: invocation.tool.now())
        }
        invocation.output.completedChange = "the member is removed"
        try invocation.output.appendLine(
          "Removed \(contents.member.name). For 30 days, the same command with --undo restores "
            + "everything.")
      }
    })
}
