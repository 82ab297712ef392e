import ClientsLive
import CommandLineInterface
import Models

/// A command that prints a link with which another machine of the person joins: `ladder sync link`.
struct SyncLinkCommand: Command {
  static let verb = Verb(name: "sync link", summary: "print a link for a machine")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    let link = try context.withHistory(tool) { history, _, connection in
      let key = try await history.key(of: context.account)
      return try await connection.inviteDevice().link.escapedText + "." + key.linkText
    }
    try tool.output.appendLine(link)
    tool.report(
      "the link has the key of your history and works once, for a week; "
        + "run \"ladder join\" on the other machine, and paste it there")
    return 0
  }
}

/// A command that lists the person's machines: `ladder sync devices`.
struct SyncDevicesCommand: Command {
  static let verb = Verb(name: "sync devices", summary: "list your machines")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    let devices = try context.withHistory(tool) { _, _, connection in
      try await connection.account().devices
    }
    try tool.output.appendLine("ID      MACHINE")
    for device in devices {
      let name = device.name.escapedText(maxLength: 60)
      let mark = device.isCurrent ? " (this one)" : ""
      try tool.output.appendLine("\(String(device.id).padded(to: 6))  \(name)\(mark)")
    }
    return 0
  }
}

/// A command that takes a machine's access away: `ladder sync remove ID`.
struct SyncRemoveCommand: Command {
  static let verb = Verb(
    name: "sync remove", operand: .init(name: "ID", example: "3"),
    summary: "take a machine's access away")

  let common: CommonOptions
  let device: Int64

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    guard let device = Int64(invocation.operand) else {
      throw UsageError("\"sync remove\" needs an ID from \"ladder sync devices\"")
    }
    self.device = device
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    try context.withHistory(tool) { [device] _, _, connection in
      try await connection.removeDevice(device)
    }
    tool.output.completedChange = "the machine has no access any more"
    try tool.output.appendLine(
      "Machine \(device) has no access any more. If somebody else has it, run \"ladder sync rekey\"."
    )
    return 0
  }
}
