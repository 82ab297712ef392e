import Models
import Server

/// A command that ends the access of a device: `ladder serve revoke DEVICE`.
struct RevokeCommand: Command {
  static let verb = Verb(
    name: "serve revoke",
    operand: .init(name: "DEVICE", example: "ladder serve revoke 7"),
    summary: "end the access of a device")
  static let options: Set<Option.Name> = [.store]

  let common: CommonOptions
  let device: Int64

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    guard let device = Int64(invocation.operand) else {
      throw UsageError(
        "\"serve revoke\" needs a number from \"ladder serve devices\", as in "
          + "\"ladder serve revoke 7\"")
    }
    self.device = device
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let member = try tool.serverStorage(common).withSession { session in
      guard
        let found = try session.device(device),
        try session.removeDevice(device, of: found.member)
      else {
        throw UsageError("there is no device \(device); \"ladder serve devices\" lists them")
      }
      return found.memberName
    }
    tool.output.completedChange = "the device has no access any more"
    try tool.output.appendLine("Device \(device) of \(member) has no access anymore.")
    return 0
  }
}
