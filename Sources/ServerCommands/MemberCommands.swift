import CommandLineInterface
import FoundationEssentials
import Models
import Server
import Sodium

/// A command that prints a link with which a member joins a group: `ladder-server invite NAME`.
struct InviteCommand: Command {
  static let verb = Verb(
    name: "invite",
    operand: .init(name: "NAME", example: "Ann"),
    summary: "print a link for a new member")
  static let options: [Option] = [.group, .owner]

  let storage: StorageLocation
  let member: PersonName
  let group: Group.ID
  let isOwner: Bool

  init(parsing invocation: Invocation) throws {
    storage = try StorageLocation(parsing: invocation)
    isOwner = invocation.arguments.has(.owner)
    guard let member = PersonName(invocation.operand) else {
      throw UsageError(
        "\"invite\" needs a name with letters in it, as in "
          + "\"\(invocation.tool.table.example(of: Self.verb))\"")
    }
    self.member = member
    group = try invocation.arguments.group()
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    if let failure = Sodium.failure { throw HTTPServerError(failure) }
    let link = try storage.withSession { session in
      let isNew = try session.createGroup(
        Group(id: group, name: group.rawValue, timeZone: TimeZones.systemName))
      if isNew { tool.report("made the group \"\(group.rawValue)\"") }
      return try session.invite(member, to: group, isOwner: isOwner, now: tool.now())
    }
    guard let link else { throw UsageError.unknownServerAddress }
    try tool.output.appendLine(link)
    return 0
  }
}

/// A command that prints a link to a group's leaderboards in a browser: `ladder-server wall`.
struct WallCommand: Command {
  static let verb = Verb(
    name: "wall", summary: "print a link to a wall page")
  static let options: [Option] = [.group]

  let storage: StorageLocation
  let group: Group.ID

  init(parsing invocation: Invocation) throws {
    storage = try StorageLocation(parsing: invocation)
    group = try invocation.arguments.group()
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    if let failure = Sodium.failure { throw HTTPServerError(failure) }
    let link = try storage.withSession { session in
      guard try session.group(group) != nil else { throw UsageError(unknown: group) }
      return try session.makeWallLink(for: group)
    }
    guard let link else { throw UsageError.unknownServerAddress }
    try tool.output.appendLine(link)
    return 0
  }
}

/// A command that lists the members of a group: `ladder-server members`.
struct MembersCommand: Command {
  static let verb = Verb(name: "members", summary: "list the members of a group")
  static let options: [Option] = [.group, .json]

  let storage: StorageLocation
  let group: Group.ID
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    storage = try StorageLocation(parsing: invocation)
    group = try invocation.arguments.group()
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let members = try storage.withSession {
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

/// A command that lists the devices of a group's members: `ladder-server devices`.
struct DevicesCommand: Command {
  static let verb = Verb(name: "devices", summary: "list the devices of members")
  static let options: [Option] = [.group, .json]

  let storage: StorageLocation
  let group: Group.ID
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    storage = try StorageLocation(parsing: invocation)
    group = try invocation.arguments.group()
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    try storage.withSession { session in
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

/// A command that makes a member an owner of the group, or an ordinary member: `ladder-server role MEMBER`.
struct RoleCommand: Command {
  static let verb = Verb(
    name: "role",
    operand: .init(name: "MEMBER", example: "Ann --owner"),
    summary: "make a member an owner or not")
  static let options: [Option] = [.group, .owner]

  let storage: StorageLocation
  let group: Group.ID
  let member: String
  let isOwner: Bool

  init(parsing invocation: Invocation) throws {
    storage = try StorageLocation(parsing: invocation)
    group = try invocation.arguments.group()
    member = invocation.operand
    isOwner = invocation.arguments.has(.owner)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let name = try storage.withSession { session in
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

/// A command that ends the access of a device: `ladder-server revoke DEVICE`.
struct RevokeCommand: Command {
  static let verb = Verb(
    name: "revoke",
    operand: .init(name: "DEVICE", example: "7"),
    summary: "end the access of a device")

  let storage: StorageLocation
  let device: Int64

  init(parsing invocation: Invocation) throws {
    storage = try StorageLocation(parsing: invocation)
    guard let device = Int64(invocation.operand) else {
      throw UsageError(
        "\"revoke\" needs a number from \"ladder-server devices\", as in "
          + "\"ladder-server revoke 7\"")
    }
    self.device = device
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let member = try storage.withSession { session in
      guard
        let found = try session.device(device),
        try session.removeDevice(device, of: found.member)
      else {
        throw UsageError("there is no device \(device); \"ladder-server devices\" lists them")
      }
      return found.memberName
    }
    tool.output.completedChange = "the device has no access any more"
    try tool.output.appendLine("Device \(device) of \(member) has no access anymore.")
    return 0
  }
}

/// A command that removes a member with all their data: `ladder-server remove MEMBER`.
struct RemoveCommand: Command {
  static let verb = Verb(
    name: "remove",
    operand: .init(name: "MEMBER", example: "Ann"),
    summary: "remove a member and results")
  static let options: [Option] = [.group]

  let storage: StorageLocation
  let group: Group.ID
  let member: String

  init(parsing invocation: Invocation) throws {
    storage = try StorageLocation(parsing: invocation)
    group = try invocation.arguments.group()
    member = invocation.operand
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let name = try storage.withSession { session in
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
